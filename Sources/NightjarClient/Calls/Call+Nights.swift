extension Call where Reply == NoReply {
    /// Gives a schedule up.
    public static func removeSchedule(_ id: Int) -> Self { Self("DELETE", "/api/v1/night-schedules/\(id)") }
}

extension Call where Reply == NightRecordingList {
    /// Nights that are or were recorded by button or schedule.
    public static var nightRecordings: Self { Self("GET", "/api/v1/night-recordings") }
}

extension Call where Reply == NightReadiness {
    /// Whether a night can be recorded now.
    public static var nightReadiness: Self { Self("GET", "/api/v1/night-recordings/readiness") }
}

extension Call where Reply == NightRecording {
    /// Begins a night.
    public static func startNight(_ start: NightRecordingStart = NightRecordingStart()) throws -> Self {
        try Self("POST", "/api/v1/night-recordings", json: start)
    }

    /// Ends a night.
    public static func stopNight(_ id: Int) -> Self { Self("POST", "/api/v1/night-recordings/\(id)/stop") }
}

extension Call where Reply == NightScheduleList {
    /// When nights are recorded without a button.
    public static var nightSchedules: Self { Self("GET", "/api/v1/night-schedules") }
}

extension Call where Reply == NightSchedule {
    /// Enters a schedule.
    public static func addSchedule(_ change: NightScheduleChange) throws -> Self {
        try Self("POST", "/api/v1/night-schedules", json: change)
    }

    /// Changes a schedule.
    public static func changeSchedule(_ id: Int, _ change: NightScheduleChange) throws -> Self {
        try Self("PUT", "/api/v1/night-schedules/\(id)", json: change)
    }
}

extension Call {
    static func nightPath(_ date: String, _ rest: String = "") -> String { "/api/v1/nights/\(escape(date))\(rest)" }
}
