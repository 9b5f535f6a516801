extension Endpoint where Reply == NightList {
    /// The nights, by the day of waking up, YYYY-MM-DD, both ends included.
    public static func nights(from: String? = nil, to: String? = nil) -> Self {
        Self("GET", "/api/v1/nights", query: [("from", from), ("to", to)])
    }
}

extension Endpoint where Reply == Night {
    /// One night, by the day of waking up, YYYY-MM-DD or `latest`.
    /// - Parameters:
    ///   - date: the day.
    ///   - device: whose night; that of the preferred device when nil.
    public static func night(_ date: String = "latest", device: String? = nil) -> Self {
        Self("GET", nightPath(date), query: [("device", device)])
    }
}

extension Endpoint where Reply == NightVersions {
    /// The scorings of a night.
    /// - Parameters:
    ///   - date: the day of waking up, or `latest`.
    ///   - device: whose night; that of the preferred device when nil.
    public static func nightVersions(_ date: String = "latest", device: String? = nil) -> Self {
        Self("GET", nightPath(date, "/versions"), query: [("device", device)])
    }
}

extension Endpoint where Reply == NoReply {
    /// Corrects a night.
    public static func editNight(_ date: String, device: String? = nil, _ edit: NightEdit) throws -> Self {
        var endpoint = try Self("POST", nightPath(date, "/edit"), json: edit)
        endpoint.query = [("device", device)]
        return endpoint
    }

    /// Takes the correction of a night back.
    public static func removeEdit(_ date: String, device: String? = nil) -> Self {
        Self("DELETE", nightPath(date, "/edit"), query: [("device", device)])
    }

    /// Gives a schedule up.
    public static func removeSchedule(_ id: Int) -> Self { Self("DELETE", "/api/v1/night-schedules/\(id)") }
}

extension Endpoint where Reply == NightRecordingList {
    /// Nights that are or were recorded by button or schedule.
    public static var nightRecordings: Self { Self("GET", "/api/v1/night-recordings") }
}

extension Endpoint where Reply == NightReadiness {
    /// Whether a night can be recorded now.
    public static var nightReadiness: Self { Self("GET", "/api/v1/night-recordings/readiness") }
}

extension Endpoint where Reply == NightRecording {
    /// Begins a night.
    public static func startNight(_ start: NightRecordingStart = NightRecordingStart()) throws -> Self {
        try Self("POST", "/api/v1/night-recordings", json: start)
    }

    /// Ends a night.
    public static func stopNight(_ id: Int) -> Self { Self("POST", "/api/v1/night-recordings/\(id)/stop") }
}

extension Endpoint where Reply == NightScheduleList {
    /// When nights are recorded without a button.
    public static var nightSchedules: Self { Self("GET", "/api/v1/night-schedules") }
}

extension Endpoint where Reply == NightSchedule {
    /// Enters a schedule.
    public static func addSchedule(_ change: NightScheduleChange) throws -> Self {
        try Self("POST", "/api/v1/night-schedules", json: change)
    }

    /// Changes a schedule.
    public static func changeSchedule(_ id: Int, _ change: NightScheduleChange) throws -> Self {
        try Self("PUT", "/api/v1/night-schedules/\(id)", json: change)
    }
}

extension Endpoint {
    static func nightPath(_ date: String, _ rest: String = "") -> String { "/api/v1/nights/\(escape(date))\(rest)" }
}
