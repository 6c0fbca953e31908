from typing import Literal

ReportReason = Literal['engine', 'name', 'other', 'stalling']

REPORT_REASON_VALUES: set[ReportReason] = { 'engine', 'name', 'other', 'stalling',  }

def check_report_reason(value: str) -> ReportReason:
    if value in REPORT_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {REPORT_REASON_VALUES!r}")
