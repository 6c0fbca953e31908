//! Puzzle ratings: solver and puzzle meet as two players do, by Glicko-2.
//!
//! Only a person's first attempt at a puzzle counts. It changes the solver's rating at once, and that of the puzzle a
//! moment later, by a job. A puzzle starts with the engine's estimate.

use chautari_aggregate::{Command, Created, Decision, JobOutcome, Versioned};
use chautari_http::Problem;
use chautari_ledger::Job;
use chautari_platform::SolverId;

use crate::StudyService;
use crate::model::puzzle_rating::{Attempt, PuzzleRating};
use crate::model::solver::{AttemptResult, QUEUE, RatePuzzleJob, Solver};

/// Starts the background tasks: they follow ratings changed by other processes, and update puzzle ratings.
pub(crate) fn start(app: &StudyService) {
    let puzzles = app.puzzles().clone();
    app.http().spawn_until_stopped(async move { puzzles.run(|| {}).await });
    let solvers = app.solvers().clone();
    app.http().spawn_until_stopped(async move { solvers.run(|| {}).await });
    app.platform().spawn_worker(app, QUEUE, rate_puzzle);
}

/// Stores an attempt. Returns the solver, and whether the attempt counts.
pub(crate) async fn record_attempt(
    app: &StudyService,
    solver: &SolverId,
    attempt: AttemptResult,
) -> Result<(Solver, bool), Problem> {
    match app.solvers().create(solver, Command::default(), vec![attempt.clone()]).await? {
        Created::New(now) => Ok((now.state.clone(), true)),
        Created::Existing(_) => {
            let mut counted = true;
            let decide = |now: &Versioned<Solver>| {
                counted = !now.has_attempted(&attempt.puzzle);
                Ok::<_, Problem>(if counted {
                    Decision::Append(vec![attempt.clone()])
                } else {
                    Decision::NoChange
                })
            };
            let done = app.solvers().act(solver, Command::default(), decide).await?;
            Ok((done.now.state.clone(), counted))
        }
    }
}

/// Runs the job that updates the rating of a puzzle. The command is named by the solver, so that a repeated job changes
/// nothing.
async fn rate_puzzle(app: StudyService, job: Job) -> Result<JobOutcome, Problem> {
    let Ok(RatePuzzleJob { by, puzzle, difficulty, solver, solved }) =
        serde_json::from_value(job.body.clone())
    else {
        tracing::error!(body = %job.body, "the job of a puzzle rating has no attempt");
        return Ok(JobOutcome::Done);
    };
    let command = Command::named(format!("tried-{by}"));
    let first = Attempt { difficulty: Some(difficulty), solver, solved };
    if let Created::New(_) = app.puzzles().create(&puzzle, command.clone(), vec![first]).await? {
        return Ok(JobOutcome::Done);
    }
    let decide = |now: &Versioned<PuzzleRating>| {
        Ok::<_, Problem>(if now.is_final() {
            Decision::NoChange
        } else {
            Decision::Append(vec![Attempt { difficulty: None, solver, solved }])
        })
    };
    app.puzzles().act(&puzzle, command, decide).await?;
    Ok(JobOutcome::Done)
}
