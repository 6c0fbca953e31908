""" Contains all the data models used in inputs/outputs """

from .act import Act
from .acted import Acted
from .action_type_0 import ActionType0
from .action_type_0_type import ActionType0Type
from .action_type_1 import ActionType1
from .action_type_10 import ActionType10
from .action_type_10_type import ActionType10Type
from .action_type_11 import ActionType11
from .action_type_11_type import ActionType11Type
from .action_type_12 import ActionType12
from .action_type_12_type import ActionType12Type
from .action_type_1_type import ActionType1Type
from .action_type_2 import ActionType2
from .action_type_2_type import ActionType2Type
from .action_type_3 import ActionType3
from .action_type_3_type import ActionType3Type
from .action_type_4 import ActionType4
from .action_type_4_type import ActionType4Type
from .action_type_5 import ActionType5
from .action_type_5_type import ActionType5Type
from .action_type_6 import ActionType6
from .action_type_6_type import ActionType6Type
from .action_type_7 import ActionType7
from .action_type_7_type import ActionType7Type
from .action_type_8 import ActionType8
from .action_type_8_type import ActionType8Type
from .action_type_9 import ActionType9
from .action_type_9_type import ActionType9Type
from .analysis_request import AnalysisRequest
from .ban_chess_action import BanChessAction
from .ban_chess_beginning import BanChessBeginning
from .ban_chess_played import BanChessPlayed
from .ban_chess_refusal import BanChessRefusal
from .ban_chess_state import BanChessState
from .begin_match import BeginMatch
from .begin_match_seats import BeginMatchSeats
from .begin_season import BeginSeason
from .begin_tournament import BeginTournament
from .board import Board
from .bot import Bot
from .bot_page import BotPage
from .bot_ratings import BotRatings
from .by_clock import ByClock
from .by_opening import ByOpening
from .by_opponent import ByOpponent
from .by_side import BySide
from .card import Card
from .cards import Cards
from .choose_name import ChooseName
from .complaint import Complaint
from .control_type_0 import ControlType0
from .control_type_1 import ControlType1
from .counted import Counted
from .device_link import DeviceLink
from .dialect import Dialect
from .draw_gif_theme import DrawGifTheme
from .draw_png_theme import DrawPngTheme
from .draw_svg_theme import DrawSvgTheme
from .enter_roster import EnterRoster
from .exact_position_value import ExactPositionValue
from .exact_value import ExactValue
from .export_matches_state import ExportMatchesState
from .export_tournament_csv_table import ExportTournamentCsvTable
from .fit import Fit
from .game import Game
from .game_results import GameResults
from .game_results_wins import GameResultsWins
from .game_translations import GameTranslations
from .game_words import GameWords
from .game_words_endings import GameWordsEndings
from .game_words_refusals import GameWordsRefusals
from .game_words_texts import GameWordsTexts
from .get_ban_chess_pgn_dialect import GetBanChessPgnDialect
from .get_tournament_limits_format import GetTournamentLimitsFormat
from .insights import Insights
from .invitation import Invitation
from .invitation_accepted import InvitationAccepted
from .invitation_state import InvitationState
from .invitation_terms import InvitationTerms
from .invite import Invite
from .invited_type_0 import InvitedType0
from .invited_type_1 import InvitedType1
from .join_tournament import JoinTournament
from .leaderboard_place import LeaderboardPlace
from .lesson import Lesson
from .lesson_step import LessonStep
from .level import Level
from .list_matches_state import ListMatchesState
from .list_my_matches_state import ListMyMatchesState
from .list_tournaments_state import ListTournamentsState
from .look import Look
from .mark import Mark
from .mark_kind import MarkKind
from .match import Match
from .match_clock import MatchClock
from .match_outcome import MatchOutcome
from .match_page import MatchPage
from .match_record import MatchRecord
from .match_rematch_type_0 import MatchRematchType0
from .match_rematch_type_1 import MatchRematchType1
from .match_review import MatchReview
from .match_seats import MatchSeats
from .match_summary import MatchSummary
from .match_summary_seats import MatchSummarySeats
from .match_word import MatchWord
from .me import Me
from .me_ratings import MeRatings
from .move_value import MoveValue
from .new_ban_chess import NewBanChess
from .new_bot import NewBot
from .new_match import NewMatch
from .new_match_seats import NewMatchSeats
from .new_passkey import NewPasskey
from .new_person import NewPerson
from .new_push import NewPush
from .new_study import NewStudy
from .new_tournament import NewTournament
from .obx_answer import ObxAnswer
from .obx_form_fault import ObxFormFault
from .obx_reason import ObxReason
from .obx_refusal import ObxRefusal
from .obx_request import ObxRequest
from .obx_result import ObxResult
from .offer import Offer
from .offer_terms import OfferTerms
from .open_device_link import OpenDeviceLink
from .opponent_results import OpponentResults
from .outcome import Outcome
from .own_results import OwnResults
from .passkey_added import PasskeyAdded
from .passkey_challenge import PasskeyChallenge
from .person import Person
from .person_place import PersonPlace
from .person_rating_point import PersonRatingPoint
from .person_ratings import PersonRatings
from .phrase import Phrase
from .piece import Piece
from .play_now import PlayNow
from .played_answer import PlayedAnswer
from .played_move import PlayedMove
from .played_request import PlayedRequest
from .player_type_0 import PlayerType0
from .player_type_0_kind import PlayerType0Kind
from .player_type_1 import PlayerType1
from .player_type_1_kind import PlayerType1Kind
from .player_type_2 import PlayerType2
from .player_type_2_kind import PlayerType2Kind
from .player_type_3 import PlayerType3
from .player_type_3_kind import PlayerType3Kind
from .player_type_4 import PlayerType4
from .player_type_4_kind import PlayerType4Kind
from .player_type_5 import PlayerType5
from .player_type_5_kind import PlayerType5Kind
from .ply import Ply
from .point import Point
from .position import Position
from .position_request import PositionRequest
from .position_texts import PositionTexts
from .problem import Problem
from .prospect import Prospect
from .prospects_answer import ProspectsAnswer
from .prospects_request import ProspectsRequest
from .push_added import PushAdded
from .push_address import PushAddress
from .push_key import PushKey
from .push_keys import PushKeys
from .puzzle import Puzzle
from .puzzle_rating import PuzzleRating
from .puzzle_solver import PuzzleSolver
from .puzzle_tried import PuzzleTried
from .puzzle_try import PuzzleTry
from .puzzles import Puzzles
from .rating import Rating
from .rating_point import RatingPoint
from .reason import Reason
from .register_bot import RegisterBot
from .remarks_answer import RemarksAnswer
from .remarks_request import RemarksRequest
from .repair_round import RepairRound
from .report_match import ReportMatch
from .report_reason import ReportReason
from .roster import Roster
from .roster_player import RosterPlayer
from .rule import Rule
from .save_study import SaveStudy
from .say_phrase import SayPhrase
from .scene import Scene
from .scope import Scope
from .score import Score
from .score_kind import ScoreKind
from .season import Season
from .season_place import SeasonPlace
from .season_summary import SeasonSummary
from .seat_key import SeatKey
from .seat_taken import SeatTaken
from .shape import Shape
from .side_look import SideLook
from .signed_by_passkey import SignedByPasskey
from .sit_down import SitDown
from .softserve_acted import SoftserveActed
from .softserve_actions import SoftserveActions
from .softserve_close_event import SoftserveCloseEvent
from .softserve_complaint import SoftserveComplaint
from .softserve_credentials import SoftserveCredentials
from .softserve_event import SoftserveEvent
from .softserve_event_data import SoftserveEventData
from .softserve_event_end import SoftserveEventEnd
from .softserve_event_limits import SoftserveEventLimits
from .softserve_event_request import SoftserveEventRequest
from .softserve_extend_event import SoftserveExtendEvent
from .softserve_game import SoftserveGame
from .softserve_game_data import SoftserveGameData
from .softserve_game_request import SoftserveGameRequest
from .softserve_games import SoftserveGames
from .softserve_new_event import SoftserveNewEvent
from .softserve_new_player import SoftserveNewPlayer
from .softserve_play_state import SoftservePlayState
from .softserve_play_state_request import SoftservePlayStateRequest
from .softserve_refusal import SoftserveRefusal
from .softserve_state import SoftserveState
from .softserve_submit_action import SoftserveSubmitAction
from .softserve_tally import SoftserveTally
from .softserve_tally_players import SoftserveTallyPlayers
from .softserve_tally_players_additional_property import SoftserveTallyPlayersAdditionalProperty
from .softserve_think_limits import SoftserveThinkLimits
from .softserve_think_request import SoftserveThinkRequest
from .softserve_think_token import SoftserveThinkToken
from .softserve_thought import SoftserveThought
from .softserve_token import SoftserveToken
from .softserve_verdict import SoftserveVerdict
from .softserve_winner import SoftserveWinner
from .standing import Standing
from .standing_holding import StandingHolding
from .standing_score import StandingScore
from .study import Study
from .study_node import StudyNode
from .study_question import StudyQuestion
from .study_sheet import StudySheet
from .study_summary import StudySummary
from .tally import Tally
from .thought import Thought
from .tone import Tone
from .tournament import Tournament
from .tournament_cost import TournamentCost
from .tournament_criterion import TournamentCriterion
from .tournament_entrance import TournamentEntrance
from .tournament_format import TournamentFormat
from .tournament_game import TournamentGame
from .tournament_game_sides import TournamentGameSides
from .tournament_limits import TournamentLimits
from .tournament_meeting import TournamentMeeting
from .tournament_page import TournamentPage
from .tournament_place import TournamentPlace
from .tournament_player import TournamentPlayer
from .tournament_round import TournamentRound
from .tournament_state import TournamentState
from .tournament_summary import TournamentSummary
from .value_source import ValueSource
from .values_answer import ValuesAnswer
from .values_request import ValuesRequest
from .variation import Variation
from .watch_ban_chess_frames import WatchBanChessFrames
from .welcome import Welcome
from .welcome_invitations import WelcomeInvitations
from .withdraw import Withdraw
from .your_match import YourMatch
from .your_matches import YourMatches
from .your_studies import YourStudies

__all__ = (
    "Act",
    "Acted",
    "ActionType0",
    "ActionType0Type",
    "ActionType1",
    "ActionType10",
    "ActionType10Type",
    "ActionType11",
    "ActionType11Type",
    "ActionType12",
    "ActionType12Type",
    "ActionType1Type",
    "ActionType2",
    "ActionType2Type",
    "ActionType3",
    "ActionType3Type",
    "ActionType4",
    "ActionType4Type",
    "ActionType5",
    "ActionType5Type",
    "ActionType6",
    "ActionType6Type",
    "ActionType7",
    "ActionType7Type",
    "ActionType8",
    "ActionType8Type",
    "ActionType9",
    "ActionType9Type",
    "AnalysisRequest",
    "BanChessAction",
    "BanChessBeginning",
    "BanChessPlayed",
    "BanChessRefusal",
    "BanChessState",
    "BeginMatch",
    "BeginMatchSeats",
    "BeginSeason",
    "BeginTournament",
    "Board",
    "Bot",
    "BotPage",
    "BotRatings",
    "ByClock",
    "ByOpening",
    "ByOpponent",
    "BySide",
    "Card",
    "Cards",
    "ChooseName",
    "Complaint",
    "ControlType0",
    "ControlType1",
    "Counted",
    "DeviceLink",
    "Dialect",
    "DrawGifTheme",
    "DrawPngTheme",
    "DrawSvgTheme",
    "EnterRoster",
    "ExactPositionValue",
    "ExactValue",
    "ExportMatchesState",
    "ExportTournamentCsvTable",
    "Fit",
    "Game",
    "GameResults",
    "GameResultsWins",
    "GameTranslations",
    "GameWords",
    "GameWordsEndings",
    "GameWordsRefusals",
    "GameWordsTexts",
    "GetBanChessPgnDialect",
    "GetTournamentLimitsFormat",
    "Insights",
    "Invitation",
    "InvitationAccepted",
    "InvitationState",
    "InvitationTerms",
    "Invite",
    "InvitedType0",
    "InvitedType1",
    "JoinTournament",
    "LeaderboardPlace",
    "Lesson",
    "LessonStep",
    "Level",
    "ListMatchesState",
    "ListMyMatchesState",
    "ListTournamentsState",
    "Look",
    "Mark",
    "MarkKind",
    "Match",
    "MatchClock",
    "MatchOutcome",
    "MatchPage",
    "MatchRecord",
    "MatchRematchType0",
    "MatchRematchType1",
    "MatchReview",
    "MatchSeats",
    "MatchSummary",
    "MatchSummarySeats",
    "MatchWord",
    "Me",
    "MeRatings",
    "MoveValue",
    "NewBanChess",
    "NewBot",
    "NewMatch",
    "NewMatchSeats",
    "NewPasskey",
    "NewPerson",
    "NewPush",
    "NewStudy",
    "NewTournament",
    "ObxAnswer",
    "ObxFormFault",
    "ObxReason",
    "ObxRefusal",
    "ObxRequest",
    "ObxResult",
    "Offer",
    "OfferTerms",
    "OpenDeviceLink",
    "OpponentResults",
    "Outcome",
    "OwnResults",
    "PasskeyAdded",
    "PasskeyChallenge",
    "Person",
    "PersonPlace",
    "PersonRatingPoint",
    "PersonRatings",
    "Phrase",
    "Piece",
    "PlayedAnswer",
    "PlayedMove",
    "PlayedRequest",
    "PlayerType0",
    "PlayerType0Kind",
    "PlayerType1",
    "PlayerType1Kind",
    "PlayerType2",
    "PlayerType2Kind",
    "PlayerType3",
    "PlayerType3Kind",
    "PlayerType4",
    "PlayerType4Kind",
    "PlayerType5",
    "PlayerType5Kind",
    "PlayNow",
    "Ply",
    "Point",
    "Position",
    "PositionRequest",
    "PositionTexts",
    "Problem",
    "Prospect",
    "ProspectsAnswer",
    "ProspectsRequest",
    "PushAdded",
    "PushAddress",
    "PushKey",
    "PushKeys",
    "Puzzle",
    "PuzzleRating",
    "Puzzles",
    "PuzzleSolver",
    "PuzzleTried",
    "PuzzleTry",
    "Rating",
    "RatingPoint",
    "Reason",
    "RegisterBot",
    "RemarksAnswer",
    "RemarksRequest",
    "RepairRound",
    "ReportMatch",
    "ReportReason",
    "Roster",
    "RosterPlayer",
    "Rule",
    "SaveStudy",
    "SayPhrase",
    "Scene",
    "Scope",
    "Score",
    "ScoreKind",
    "Season",
    "SeasonPlace",
    "SeasonSummary",
    "SeatKey",
    "SeatTaken",
    "Shape",
    "SideLook",
    "SignedByPasskey",
    "SitDown",
    "SoftserveActed",
    "SoftserveActions",
    "SoftserveCloseEvent",
    "SoftserveComplaint",
    "SoftserveCredentials",
    "SoftserveEvent",
    "SoftserveEventData",
    "SoftserveEventEnd",
    "SoftserveEventLimits",
    "SoftserveEventRequest",
    "SoftserveExtendEvent",
    "SoftserveGame",
    "SoftserveGameData",
    "SoftserveGameRequest",
    "SoftserveGames",
    "SoftserveNewEvent",
    "SoftserveNewPlayer",
    "SoftservePlayState",
    "SoftservePlayStateRequest",
    "SoftserveRefusal",
    "SoftserveState",
    "SoftserveSubmitAction",
    "SoftserveTally",
    "SoftserveTallyPlayers",
    "SoftserveTallyPlayersAdditionalProperty",
    "SoftserveThinkLimits",
    "SoftserveThinkRequest",
    "SoftserveThinkToken",
    "SoftserveThought",
    "SoftserveToken",
    "SoftserveVerdict",
    "SoftserveWinner",
    "Standing",
    "StandingHolding",
    "StandingScore",
    "Study",
    "StudyNode",
    "StudyQuestion",
    "StudySheet",
    "StudySummary",
    "Tally",
    "Thought",
    "Tone",
    "Tournament",
    "TournamentCost",
    "TournamentCriterion",
    "TournamentEntrance",
    "TournamentFormat",
    "TournamentGame",
    "TournamentGameSides",
    "TournamentLimits",
    "TournamentMeeting",
    "TournamentPage",
    "TournamentPlace",
    "TournamentPlayer",
    "TournamentRound",
    "TournamentState",
    "TournamentSummary",
    "ValuesAnswer",
    "ValueSource",
    "ValuesRequest",
    "Variation",
    "WatchBanChessFrames",
    "Welcome",
    "WelcomeInvitations",
    "Withdraw",
    "YourMatch",
    "YourMatches",
    "YourStudies",
)
