"""Units of measurement, and numbers written as words."""

from __future__ import annotations

_TABLE = {
    "time": "ns,nanosecond,nanoseconds=0.000001 us,µs,microsecond,microseconds=0.001 "
    "ms,msec,millisecond,milliseconds,millis=1 s,sec,secs,second,seconds=1000 min,mins,minute,minutes=60000 "
    "h,hr,hrs,hour,hours=3600000 d,day,days,night,nights,morning,evening=86400000 week,weeks=604800000 "
    "fortnight=1209600000 month,months=2592000000 year,years=31536000000",
    "size": "byte,bytes=1 kb,kib,kilobyte,kilobytes,kibibyte,kibibytes=1024 mb,mib,megabyte,megabytes,meg=1048576 "
    "gb,gib,gigabyte,gigabytes,gig=1073741824 tb,tib,terabyte,terabytes=1099511627776",
    "share": "%,percent,pct=1",
    "frequency": "hz=1 khz=1000 mhz=1000000 ghz=1000000000",
    "voltage": "mv=0.001 v,volt,volts=1",
    "current": "ma=0.001 a,amp,amps,ampere=1",
    "length": "mm=0.001 cm=0.01 m,meter,meters,metre,metres=1 km=1000",
    "euro": "euro,euros,eur,€=1",
    "dollar": "dollar,dollars,usd,$=1",
    "pixels": "px,pixel,pixels=1",
    "mass": "mg=0.001 g,gram,grams=1 kg,kilogram,kilograms=1000",
    "speed": "fps=1 rpm=60 rps,qps=1",
    "bits": "bps=1 kbps=1000 mbps=1000000 gbps=1000000000 baud=1",
}
UNITS: dict[str, tuple[str, float]] = {
    name: (kind, float(unit.partition("=")[2]))
    for kind, units in _TABLE.items()
    for unit in units.split()
    for name in unit.partition("=")[0].split(",")
}
"""Each unit with what it measures, and its size in the smallest that is used: milliseconds, bytes."""
SHORT = {"k": 1e3, "b": 1e9}
WRITTEN: dict[str, float] = {
    name: float(number)
    for number, names in enumerate(
        "zero;one,a,an,single;two,both;three;four;five;six;seven;eight;nine;ten;eleven;twelve".split(";")
    )
    for name in names.split(",")
} | {
    "fifteen": 15.0, "twenty": 20.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "ninety": 90.0,
    "hundred": 100.0, "thousand": 1000.0, "half": 0.5,
}  # fmt: skip
RHYTHMS = {
    "hourly": 3.6e6, "daily": 8.64e7, "nightly": 8.64e7, "weekly": 6.048e8, "biweekly": 1.2096e9,
    "fortnightly": 1.2096e9, "monthly": 2.592e9, "quarterly": 7.776e9, "yearly": 3.1536e10, "annually": 3.1536e10,
}  # fmt: skip
TIMES = {"once": 1.0, "twice": 2.0}


def measures(unit: str) -> str:
    """What a unit measures; nothing where it is none."""
    return UNITS[unit][0] if unit in UNITS else ""
