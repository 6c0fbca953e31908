from typing import Literal

ExportTournamentCsvTable = Literal['crosstable', 'games', 'players', 'standings']

EXPORT_TOURNAMENT_CSV_TABLE_VALUES: set[ExportTournamentCsvTable] = { 'crosstable', 'games', 'players', 'standings',  }

def check_export_tournament_csv_table(value: str) -> ExportTournamentCsvTable:
    if value in EXPORT_TOURNAMENT_CSV_TABLE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EXPORT_TOURNAMENT_CSV_TABLE_VALUES!r}")
