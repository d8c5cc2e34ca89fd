"""The access table: who may do what. Verbs, pages, templates, and the API all check it.

A row is an action, who may do it, and in which states of the tournament. The second column has roles in that
tournament, or one of: `anyone` (even without signing in), `signed-in` (even by a badge), `account` (signed in with an
account), `staff` (every role but coach). An empty third column means every state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foundation.people.models import Role
from foundation.tournaments import Tournament

ANYONE, SIGNED_IN, ACCOUNT = "anyone", "signed-in", "account"
STAFF = frozenset(role.value for role in Role if role is not Role.COACH)

_TABLE = """
    home.view                | anyone                                |
    style.view               | anyone                                |
    api.docs                 | anyone                                |
    help.view                | anyone                                |
    account.create_first     | anyone                                |
    account.enter            | anyone                                |
    account.security         | account                               |
    account.sessions         | signed-in                             |
    account.end_session      | signed-in                             |
    account.view             | signed-in                             |
    account.leave            | signed-in                             |
    account.new_password     | anyone                                |

    tournament.create        | account                               |
    archive.import           | account                               |
    season.list              | account                               |
    season.create            | account                               |
    season.edit              | account                               |
    season.add               | director                              |
    season.remove            | director                              |
    rehearsal.ask            | account                               |
    rehearsal.remove         | director                              |
    tournament.list          | signed-in                             |
    tournament.view          | staff                                 |
    tournament.view_public   | anyone                                |
    tournament.copy          | director                              |
    tournament.edit          | director                              | planned running
    tournament.privacy       | director                              |
    tournament.ask_purge     | director                              | finished
    tournament.purge         | director                              | finished
    tournament.start         | director                              | planned
    tournament.finish        | director                              | running
    tournament.reopen        | director                              | finished
    tournament.backup        | director                              |
    backup.list              | director                              |
    backup.download          | director                              |
    backup.restore           | director                              |
    backup.make              | director                              |
    backup.go_on             | director                              |
    backup.start_anew        | director                              |
    backup.thin_out          | director                              |
    archive.make             | director                              |
    book.view                | staff                                 |
    event.renew_book         | director                              | planned
    event.add                | director                              | planned running
    event.remove             | director                              | planned
    event.set_up             | director                              | planned running
    rooms.lay_out            | director                              | planned running
    roster.view              | staff                                 |
    roster.upload            | director                              | planned running
    roster.lay_out           | director                              | planned running
    roster.fill_in           | director                              | planned running
    roster.read_as           | director                              | planned running
    roster.import            | director                              | planned running
    roster.write             | director                              | planned running
    place.edit               | director                              | planned running
    place.add                | director                              | planned running
    place.remove             | director                              | planned running
    place.undo               | director                              | planned running
    checkin.view             | staff                                 |
    checkin.mark             | staff                                 | planned running
    checkin.mark_team        | staff                                 | planned running
    checkin.game_set         | staff                                 | planned running
    checkin.substitute       | director head_judge scorekeeper       | planned running
    checkin.take_back        | director head_judge scorekeeper       | planned running
    round.view               | staff                                 |
    round.publish            | director                              | planned running
    round.unpublish          | director                              | planned running
    round.start              | director                              | running
    round.pause              | director head_judge                   | running
    round.go_on              | director head_judge                   | running
    round.collect            | director                              | running
    round.complete           | director                              | running
    round.reopen             | director                              | running
    round.extra_time         | director head_judge judge             | running
    team.list                | director head_judge                   |
    team.add                 | director                              | planned running
    team.view_own            | coach                                 |
    request.make             | coach                                 | planned running
    request.list             | staff                                 |
    request.settle           | director head_judge scorekeeper       | planned running

    staff.list               | director                              |
    invitation.create        | director                              | planned running
    invitation.open          | anyone                                |
    invitation.accept        | anyone                                | planned running
    badge.use                | anyone                                | planned running
    invitation.revoke        | director                              |
    membership.end           | director                              |
    token.list               | director                              |
    token.make               | director                              |
    token.revoke             | director                              |
    log.view                 | signed-in                             |

    job.view                 | staff                                 |
    job.cancel               | staff                                 |
    job.retry                | staff                                 |
    print.list               | director                              |
    print.document           | director                              |
    print.badges             | director                              | planned running
    print.coach_links        | director                              | planned running
    logo.set                 | director                              |
    logo.remove              | director                              |
    signers.set              | director                              |

    draw.view                | staff                                 |
    draw.make                | director                              | planned running
    draw.swap                | director                              | planned running
    draw.lock                | director                              | planned running
    draw.improve             | director                              | planned running
    draw.undo                | director                              | planned running
    draw.publish             | director                              | planned running
    draw.revise              | director                              | planned running
    draw.discard             | director                              | planned running
    tables.plan              | director                              |
    tables.effect            | staff                                 |
    points.work_out          | staff                                 |
    standings.view           | staff                                 |
    standings.cut            | director                              |
    standings.sweepstakes    | director                              |
    playoffs.call            | director                              | running
    playoffs.call_off        | director                              | running
    release.view             | director                              |
    release.set              | director                              |
    release.freeze           | director                              |
    release.thaw             | director                              |
    ceremony.view            | director                              |
    sheet.view               | staff                                 |
    sheet.receive            | staff                                 | running
    sheet.enter              | director head_judge scorekeeper       | running
    sheet.check              | director head_judge scorekeeper       | running
    sheet.rekey              | director head_judge scorekeeper       | running
    sheet.settle             | director head_judge scorekeeper       | running
    sheet.go_back            | director head_judge                   | running
    sheet.flag               | staff                                 | running
    sheet.clear              | staff                                 | running
    sheet.excuse             | director                              | running
    sheet.attach             | staff                                 | running
    results.import           | director head_judge scorekeeper       | running
    sheet.detach             | director head_judge                   | running
    case.view                | director judge head_judge appeals_panel |
    own_case.add             | director head_judge                   |
    own_case.edit            | director head_judge                   |
    own_case.retire          | director head_judge                   |
    call.view                | director judge head_judge appeals_panel |
    call.ask                 | staff                                 | running
    call.begin               | director judge head_judge             | running
    call.at                  | staff                                 |
    call.about               | director judge head_judge             | running
    call.away                | director judge head_judge             | running
    call.back                | director judge head_judge             | running
    call.end                 | director judge head_judge             | running
    call.cancel              | director judge head_judge             | running
    ruling.make              | director judge head_judge             | running
    check.view               | judge head_judge appeals_panel        |
    check.open               | judge head_judge                      | running
    check.ask                | judge head_judge appeals_panel        | running
    practice.allow           | director                              |
    opinion.ask              | director judge head_judge             | running
    opinion.compare          | director judge head_judge             | running
    penalty.list             | director judge head_judge appeals_panel |
    penalty.give             | director judge head_judge             | running
    penalty.consent          | director judge head_judge             | running
    penalty.take_back        | director judge head_judge             | running
    protest.view             | staff                                 |
    protest.file             | staff                                 | running
    protest.let_in           | director head_judge                   | running
    protest.complete         | staff                                 | running
    protest.attach           | staff                                 | running
    protest.detach           | director head_judge                   | running
    protest.send_back        | director head_judge                   | running
    protest.accept           | director head_judge                   | running
    protest.dismiss          | director head_judge                   | running
    protest.withdraw         | staff                                 | running
    protest.none             | director head_judge                   | running
    panel.name               | director head_judge                   | running
    panel.release            | director head_judge                   | running
    protest.hear             | director judge head_judge appeals_panel | running
    protest.vote             | judge head_judge appeals_panel        | running
    protest.decide           | judge head_judge appeals_panel        | running
    protest.replay           | director judge head_judge appeals_panel | running
    conflict.list            | director judge head_judge appeals_panel |
    conflict.declare         | director judge head_judge appeals_panel | planned running
    conflict.withdraw        | director judge head_judge appeals_panel | planned running
    conflict.for_others      | director head_judge                   | planned running
"""


@dataclass(frozen=True)
class Rule:
    who: frozenset[str]
    states: frozenset[str]


def _read(table: str) -> dict[str, Rule]:
    known = {ANYONE, SIGNED_IN, ACCOUNT, *Role.values}
    rules: dict[str, Rule] = {}
    for line in filter(str.strip, table.splitlines()):
        action, who, states = (cell.strip() for cell in line.split("|"))
        roles = frozenset(who.split())
        roles = roles - {"staff"} | (STAFF if "staff" in roles else frozenset())
        in_states = frozenset(states.split() or Tournament.State.values)
        if action in rules or not roles or not roles <= known or not in_states <= set(Tournament.State.values):
            raise ValueError(f"access table: {line.strip()}")
        rules[action] = Rule(roles, in_states)
    return rules


TABLE: Mapping[str, Rule] = _read(_TABLE)
