"""Makes files of recorders that keep epochs, the same each time: four weeks of days and nights."""

import datetime
import random
import sqlite3

START = datetime.datetime(2025, 1, 11, 18)
WEEKS = 4


def counts(seconds):
    """A count for each epoch of so many seconds: little by night, more by day."""
    source = random.Random(1)
    for index in range(WEEKS * 7 * 86_400 // seconds):
        hour = (START + datetime.timedelta(seconds=index * seconds)).hour
        awake = 7 <= hour < 23
        yield int(source.expovariate(1 / 90) * seconds / 30) if source.random() < (0.8 if awake else 0.05) else 0


def stamps(seconds, pattern):
    step = datetime.timedelta(seconds=seconds)
    now = START
    while True:
        yield now.strftime(pattern)
        now += step


def awd(path):
    """Epochs of 15 s with light."""
    with open(path, "w", newline="") as out:
        out.write("\r\n".join(["1", "11-Jan-2025", "18:00", "1", "30", "L100000", "F", ""]))
        for count in counts(15):
            out.write(f"{count:>8} , {count % 97}\r\n")


def actiware(path):
    """An English export of epochs of 30 s."""
    end = START + datetime.timedelta(weeks=WEEKS)
    names = ["Line", "Date", "Time", "Activity", "Marker", "White Light", "Sleep/Wake", "Interval Status"]
    with open(path, "w", newline="") as out:
        out.write("\r\n".join([
            '"Actiware Export File  (Version 05.00 )"', "", '"Identity:","1"', "",
            '"----------------- Actiwatch Data Properties ----------------"', "", '"Actiwatch Type:","Actiwatch 2"',
            f'"Data Collection Start Date:","{START:%d/%m/%Y}"', f'"Data Collection Start Time:","{START:%H:%M:%S}"',
            f'"Data Collection End Date:","{end:%d/%m/%Y}"', f'"Data Collection End Time:","{end:%H:%M:%S}"',
            '"Time Zone Offset:","+00:00","hours:minutes"', '"Epoch Length:","30","seconds",""',
            '"Actiwatch Serial Number:","A12345"', "", "",
            '"-------------------- Epoch-by-Epoch Data -------------------"', "",
            '"Column Title","Notes"', '"------------------","---------"', *[f'"{name}:","{name}"' for name in names], "",
            ",".join(f'"{name}"' for name in names) + ",", "", ""]))
        for line, (count, day, time) in enumerate(zip(counts(30), stamps(30, "%d/%m/%Y"), stamps(30, "%H:%M:%S")), 1):
            wake = int(count > 40)
            out.write(f'"{line}","{day}","{time}","{count}","0","{count % 97}.5","{wake}","ACTIVE",\r\n')


def motionwatch(path):
    """Epochs of 30 s with light."""
    values = list(counts(30))
    named = {"+UserID": "1", "=Device": "MW8", "=SerialNo": "007565", "=StartTime": f"{START:%Y-%m-%d %H:%M:%S}"}
    with open(path, "w") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?><motionfile><log2 major="2" minor="1">\n')
        for name, value in named.items():
            out.write(f'<change user="u" time="2025-02-09 10:00:00"><property><name>{name}</name>'
                      f"<content>{value}</content></property></change>\n")
        for name, units, row in [("motion", "Triaxial-Counts", values), ("Light", "lux", [v % 97 for v in values])]:
            out.write(f'<change user="u" time="2025-02-09 10:00:00"><channel><name>{name}</name><units>{units}</units>'
                      f'<epoch>30</epoch><data encoding="text">{",".join(map(str, row))}</data></channel></change>\n')
        out.write("</log2></motionfile>\n")


def condor(path):
    """Epochs of 60 s of every mode, temperature and light."""
    head = {"SOFTWARE_VERSION": "1.0.21", "SUBJECT_NAME": "1", "DEVICE_ID": "1", "DEVICE_MODEL": "ActTrust",
            "TAT_THRESHOLD": 0, "MODE": "PIM/TAT/ZCM", "INTERVAL": 60}
    titles = ("DATE/TIME;MS;EVENT;TEMPERATURE;EXT TEMPERATURE;ORIENTATION;PIM;PIMn;TAT;TATn;ZCM;ZCMn;LIGHT;AMB LIGHT;"
              "RED LIGHT;GREEN LIGHT;BLUE LIGHT;IR LIGHT;UVA LIGHT;UVB LIGHT;STATE")
    with open(path, "w", newline="") as out:
        out.write("+-------------+ Condor Instruments Report +-------------+\n")
        out.writelines(f"{key} : {value}\n" for key, value in head.items())
        out.write(f"+{'-' * 55}+\n{titles}\n")
        for count, stamp in zip(counts(60), stamps(60, "%d/%m/%Y %H:%M:%S")):
            zcm = count % 300
            out.write(f"{stamp};0;0;31.{count % 90 + 10};30.50;0;{count * 9};{count * 9 / 60:.4f};{zcm * 2};"
                      f"{zcm * 2 / 60:.4f};{zcm};{zcm / 60:.4f};{count % 97}.25;1.00;0.50;0.40;0.30;0.20;0.00;0.00;0\n")


def agd(path):
    """Epochs of 10 s of three axes, in ActiLife's tables."""
    ticks = lambda moment: int((moment - datetime.datetime(1, 1, 1)).total_seconds()) * 10_000_000
    settings = {"epochlength": 10, "deviceserial": "NEO1F18120387", "devicename": "GT3XPlus", "subjectname": "1",
                "startdatetime": ticks(START), "original sample rate": 30}
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE settings (settingID INTEGER PRIMARY KEY, settingName VARCHAR(64), "
                 "settingValue VARCHAR(8192))")
    base.executemany("INSERT INTO settings (settingName, settingValue) VALUES (?, ?)",
                     [(key, str(value)) for key, value in settings.items()])
    base.execute("CREATE TABLE data (dataTimestamp INTEGER, axis1 REAL, axis2 REAL, axis3 REAL, steps REAL, lux REAL, "
                 "inclineOff REAL, inclineStanding REAL, inclineSitting REAL, inclineLying REAL)")
    first = ticks(START)
    base.executemany("INSERT INTO data VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (
        (first + index * 100_000_000, count, count // 2, count // 3, count % 20, count % 97, 0, 10, 0, 0)
        for index, count in enumerate(counts(10))))
    base.execute("CREATE INDEX IX_dataTimestamp ON data (dataTimestamp)")
    base.commit()
    base.close()
