extension AxivityCommand where Reply == AxivityIdentity {
    /// The identity: model, versions and number.
    package static var identity: Self { Self(asking: .identity, ["ID="], line: AxivityIdentity.init(line:)) }
}

extension AxivityCommand where Reply == AxivityTime {
    /// The clock with milliseconds.
    package static var clock: Self { Self(asking: .clock, ["$TIME=", "TIME="], line: AxivityTime.init(line:)) }
}

extension AxivityCommand where Reply == AxivityBattery {
    /// The battery.
    package static var battery: Self { Self(asking: .battery, ["$BATT="], line: AxivityBattery.init(line:)) }
}

extension AxivityCommand where Reply == AxivityBatteryHealth {
    /// The age of the battery.
    package static var batteryHealth: Self {
        Self(asking: .batteryHealth, ["BATTHEALTH="], line: AxivityBatteryHealth.init(line:))
    }
}

extension AxivityCommand where Reply == AxivityMemory {
    /// The wear of the flash memory.
    package static var memory: Self { Self(asking: .memory, ["FTL="], line: AxivityMemory.init(line:)) }
}

extension AxivityCommand where Reply == [AxivityLogEntry] {
    /// What the recorder noted; entries that cannot be read are left out.
    package static var log: Self {
        Self(asking: .log, list: "LOG,", lines: { lines in lines.compactMap { try? AxivityLogEntry(line: $0) } })
    }
}

extension AxivityCommand where Reply == AxivityRate {
    /// Sample rate and range of the next recording.
    package static var rate: Self { Self(asking: .rate, ["RATE="], line: AxivityRate.init(line:)) }
}

extension AxivityCommand where Reply == AxivitySchedule {
    /// When the next recording begins.
    package static var start: Self { Self(asking: .start, ["HIBERNATE="], line: AxivitySchedule.init(line:)) }
    /// When the next recording ends.
    package static var stop: Self { Self(asking: .stop, ["STOP="], line: AxivitySchedule.init(line:)) }
}

extension AxivityCommand where Reply == AxivityLock {
    /// Whether the recorder is locked.
    package static var lock: Self { Self(asking: .lock, ["LOCK="], line: AxivityLock.init(line:)) }
}
