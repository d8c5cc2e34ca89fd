"""What the public and coaches see of the results: releases, public standings, projector displays, and the ceremony."""
