#!/usr/bin/env python
"""Django's command line for Headtable. People start the program with bin/run."""

import os
import sys

from config.datafolder import ONLY_THE_OWNERS

if __name__ == "__main__":
    os.umask(ONLY_THE_OWNERS)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
