from typing import Literal

GetBanChessPgnDialect = Literal['pgn', 'pgn-plain']

GET_BAN_CHESS_PGN_DIALECT_VALUES: set[GetBanChessPgnDialect] = { 'pgn', 'pgn-plain',  }

def check_get_ban_chess_pgn_dialect(value: str) -> GetBanChessPgnDialect:
    if value in GET_BAN_CHESS_PGN_DIALECT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {GET_BAN_CHESS_PGN_DIALECT_VALUES!r}")
