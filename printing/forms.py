"""What is asked before printing: the paper."""

from django import forms

from printing.actions import PAPERS
from tournament.forms import VerbForm


class PaperForm(VerbForm):
    paper = forms.ChoiceField(label="Paper", choices=list(PAPERS.items()), initial="letter")
