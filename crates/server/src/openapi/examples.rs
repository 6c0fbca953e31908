//! Examples of the OpenAPI document: the body or the query of each operation that has one.
//!
//! Words in capitals stand for what an earlier response returned. The example requests of the API reference are built
//! from these; tests send them to a server.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};

/// The body of a request, by operation id.
const BODIES: &[(&str, &str)] = &[
    ("act", r#"{"command":"first-move","action":{"type":"move","move":"mC3"}}"#),
    ("act_ban_chess", r#"{"game":"GAME","token":"TOKEN","action":"b:e2e4"}"#),
    ("act_in_ban_chess", r#"{"token":"TOKEN","action":"b:e2e4"}"#),
    ("add_passkey", r#"{"client_data":"CLIENT_DATA","authenticator_data":"AUTHENTICATOR_DATA"}"#),
    ("add_players", r#"{"names":["Maya","Ram"]}"#),
    (
        "add_push",
        r#"{"address":{"endpoint":"https://push.example.net/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}},"language":"ne"}"#,
    ),
    ("analyse_position", r#"{"moves":["mC3"],"time_ms":1000}"#),
    ("begin_ban_chess", "{}"),
    (
        "begin_match",
        r#"{"game":"baghchal","seats":{"goats":{"kind":"human"},"tigers":{"kind":"engine","level":3}}}"#,
    ),
    ("begin_season", r#"{"name":"Spring"}"#),
    (
        "begin_tournament",
        r#"{"name":"My cup","game":"baghchal","format":"round_robin","players":[{"kind":"engine","level":1},{"kind":"engine","level":2}]}"#,
    ),
    ("begin_tournament_round", r#"{"round":2}"#),
    ("choose_name", r#"{"name":"Maya"}"#),
    ("counter_invitation", r#"{"game":"baghchal","side":"goats","clock":{"initial_ms":600000}}"#),
    (
        "create_study",
        r#"{"title":"My study","game":"baghchal","nodes":[{},{"parent":0,"move":"mC3","comment":"The middle."}]}"#,
    ),
    ("describe_position", r#"{"moves":["mC3","mA1B1"]}"#),
    ("exact_values", r#"{"positions":["TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1"]}"#),
    ("explain_move", r#"{"move":"mC3"}"#),
    ("forfeit_player", r#"{"player":"Maya"}"#),
    (
        "invite",
        r#"{"to":{"person":"Maya"},"terms":{"game":"baghchal","clock":{"initial_ms":300000,"increment_ms":3000}}}"#,
    ),
    ("join_tournament", r#"{"code":"CODE"}"#),
    ("move_prospects", r#"{"moves":["mC3"]}"#),
    ("opening_explorer", r#"{"moves":["mC3"]}"#),
    ("play_now", r#"{"game":"baghchal","clock":{"initial_ms":300000,"increment_ms":3000}}"#),
    ("play_obx", r#"{"obx":"TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t c0 mB1 #g1"}"#),
    ("readmit_player", r#"{"player":"Maya"}"#),
    ("redeem_device_link", r#"{"code":"CODE"}"#),
    ("register_bot", r#"{"name":"my-bot","invitations":"ask"}"#),
    ("repair_round", r#"{"meetings":[["Maya","Ram"]]}"#),
    ("report_match", r#"{"why":"stalling"}"#),
    (
        "save_study",
        r#"{"version":1,"sheet":{"title":"My study","game":"baghchal","nodes":[{},{"parent":0,"move":"mB1"}]}}"#,
    ),
    ("send_chat", r#"{"message":"good_luck"}"#),
    ("set_invitation_policy", r#"{"from":"ask"}"#),
    ("set_invitation_policy_of_my_bot", r#"{"from":"ask"}"#),
    (
        "sign_in_with_passkey",
        r#"{"id":"PASSKEY","client_data":"CLIENT_DATA","authenticator_data":"AUTHENTICATOR_DATA","signature":"U0lHTkFUVVJF"}"#,
    ),
    ("set_plan", r#"{"version":2,"lines":[["mA1B1","mC2"]]}"#),
    ("sit_down", r#"{"side":"tigers"}"#),
    ("softserve_close_event", r#"{"event_id":1,"token":"TOKEN"}"#),
    ("softserve_create_event", r#"{"players":["random","chautari-3"],"game_pairs":1}"#),
    ("softserve_create_player", r#"{"name":"maya","email":"maya@example.com"}"#),
    ("softserve_event_data", r#"{"event_id":1,"token":"TOKEN"}"#),
    ("softserve_extend_event", r#"{"event_id":1,"token":"TOKEN","closes_in":3600}"#),
    ("softserve_game_data", r#"{"game_id":1,"token":"TOKEN"}"#),
    ("softserve_play_state", r#"{"event":"mirror","player":"maya","token":"TOKEN"}"#),
    ("softserve_player_games", r#"{"name":"maya","token":"TOKEN"}"#),
    ("softserve_submit_action", r#"{"action":"ACTION","action_id":1,"player":"maya","token":"TOKEN"}"#),
    ("softserve_think", r#"{"token":"TOKEN","iterations":1000}"#),
    ("softserve_think_limits", r#"{"token":"TOKEN"}"#),
    ("start_tournament", r#"{"anyway":true}"#),
    ("try_puzzle", r#"{"moves":["mC3"]}"#),
    ("withdraw_player", r#"{"player":"Maya"}"#),
];

/// Optional query parameters, by operation id.
const QUERIES: &[(&str, &str, &str)] = &[
    ("ask_obx", "obx", "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t c0 mB1 #g1"),
    ("draw_gif", "moves", "mC3 mA1B1"),
    ("draw_png", "moves", "mC3 mA1B1"),
    ("draw_png", "size", "400"),
    ("draw_svg", "moves", "mC3 mA1B1"),
    ("get_insights", "game", "baghchal"),
    ("get_my_puzzles", "game", "baghchal"),
    ("get_position", "moves", "mC3 mA1B1"),
    ("list_matches", "game", "baghchal"),
    ("list_puzzles", "limit", "5"),
    ("list_puzzles", "theme", "trap"),
];

/// Adds the examples of an operation to its body and its parameters.
pub(super) fn add(operation: &mut Operation) {
    let Some(id) = operation.operation_id.clone() else { return };
    // The routes of Softserve are repeated for any game.
    let id = id.strip_suffix("_of_game").unwrap_or(&id);
    if let Some(RefOr::T(body)) = &mut operation.request_body
        && let Some(RefOr::T(content)) = body.content.get_mut("application/json")
        && let Some((_, example)) = BODIES.iter().find(|(of, _)| *of == id)
    {
        content.example = Some(serde_json::from_str(example).expect("an example is JSON"));
    }
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter
            && let Some(example) = parameter_example(id, parameter)
        {
            let bare = std::mem::take(parameter);
            *parameter = ParameterBuilder::from(bare).example(Some(example)).build();
        }
    }
}

fn parameter_example(id: &str, parameter: &Parameter) -> Option<Value> {
    if parameter.parameter_in == ParameterIn::Query {
        let (.., value) = QUERIES.iter().find(|(of, name, _)| *of == id && *name == parameter.name)?;
        return Some(value.parse::<u64>().map_or_else(|_| Value::from(*value), Value::from));
    }
    let value = match parameter.name.as_str() {
        "game" => "baghchal",
        "name" if id.contains("bot") => "my-bot",
        "name" => "Maya",
        "puzzle" => "1",
        _ => return None,
    };
    Some(value.into())
}
