//! Translates refusals of the model into HTTP problems.

use std::time::Duration;

use chautari_arena::live::{Refusal, ReplayError};
use chautari_game::{Fault, Outcome, ReplayFault};
use chautari_http::Problem;
use chautari_http::problem::Kind;
use chautari_people::people;
use chautari_wire::InvalidInput;

use crate::model::{
    InvalidPlayer, InvitationRefusal, LobbyFull, MatchRefusal, RefusedCommand, UnplayableMatch,
};
use crate::store::{CreateError, ExecuteError};

/// 422: a value of the request is not acceptable.
pub(super) fn invalid(input: InvalidInput) -> Problem {
    Problem::unprocessable(input.code.as_str(), input.text)
}

/// 429: too many invitations.
pub(super) fn quota(text: impl Into<String>) -> Problem {
    Problem::new(Kind::TooManyRequests, "quota", text)
}

/// 400 or 422 if the rules refuse the action, 409 if the match has changed.
impl From<MatchRefusal> for Problem {
    fn from(refusal: MatchRefusal) -> Problem {
        let text = refusal.to_string();
        match refusal {
            MatchRefusal::Action(Refusal::Rules(fault)) => fault.into(),
            MatchRefusal::Action(refusal @ Refusal::ForPoints(_)) => {
                Problem::unprocessable(refusal.code(), text)
            }
            MatchRefusal::Action(refusal) => Problem::new(Kind::Conflict, refusal.code(), text),
            MatchRefusal::PositionChanged | MatchRefusal::NoTimeout => Problem::conflict(text),
            MatchRefusal::PlayerGone => people::gone(),
            MatchRefusal::SeatTaken => Problem::new(Kind::Conflict, "seated", text),
            MatchRefusal::TooManyMessages => Problem::unprocessable("words", text),
        }
    }
}

/// A 409 also has the current state of the match.
impl From<RefusedCommand> for Problem {
    fn from(refused: RefusedCommand) -> Problem {
        let problem = Problem::from(refused.refusal);
        if problem.kind() != Kind::Conflict {
            return problem;
        }
        let state = serde_json::to_value(&refused.state).unwrap_or_default();
        problem.with("version", refused.version.into()).with("state", state)
    }
}

impl From<ExecuteError> for Problem {
    fn from(error: ExecuteError) -> Problem {
        match error {
            ExecuteError::Refused(refused) => (*refused).into(),
            ExecuteError::Failed(failure) => failure.into(),
        }
    }
}

impl From<UnplayableMatch> for Problem {
    fn from(error: UnplayableMatch) -> Problem {
        match error {
            UnplayableMatch::Replay(ReplayError::Opening(ReplayFault { index, fault })) => {
                let problem = Problem::from(fault);
                index.into_iter().fold(problem, Problem::index)
            }
            UnplayableMatch::Replay(ReplayError::Over) => {
                Problem::unprocessable(Outcome::OVER, ReplayError::Over.to_string())
            }
            UnplayableMatch::Game(text) => Problem::from(Fault::Unsupported(text)),
            error => Problem::internal(&error),
        }
    }
}

impl From<CreateError> for Problem {
    fn from(error: CreateError) -> Problem {
        match error {
            CreateError::Unplayable(unplayable) => unplayable.into(),
            CreateError::Failed(failure) => failure.into(),
        }
    }
}

impl From<InvalidPlayer> for Problem {
    fn from(invalid: InvalidPlayer) -> Problem {
        let code = match invalid {
            InvalidPlayer::Level(_) => "level",
            InvalidPlayer::Time => "time",
        };
        Problem::unprocessable(code, invalid.to_string())
    }
}

impl From<InvitationRefusal> for Problem {
    fn from(refusal: InvitationRefusal) -> Problem {
        let text = refusal.to_string();
        match refusal {
            InvitationRefusal::Own => Problem::unprocessable("yourself", text),
            InvitationRefusal::NotYours => Problem::forbidden(text),
            InvitationRefusal::Answered => Problem::new(Kind::Conflict, "answered", text),
        }
    }
}

impl From<LobbyFull> for Problem {
    fn from(full: LobbyFull) -> Problem {
        quota(full.to_string()).retry_after(Duration::from_secs(10))
    }
}
