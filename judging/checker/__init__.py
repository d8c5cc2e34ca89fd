"""The judge's checker at a table, before the appeals panel, and for coaches who practice where they may."""
