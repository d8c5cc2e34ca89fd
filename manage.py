#!/usr/bin/env python
"""Django's command line for Headtable. To start the server, use bin/run."""

import os
import sys

from config.data_folder import OWNER_ONLY_UMASK

if __name__ == "__main__":
    os.umask(OWNER_ONLY_UMASK)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
