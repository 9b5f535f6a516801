extension Endpoint where Request == Nothing, Reply == NightRecordingListDocument {
    /// Nights that are or were recorded by button or schedule.
    public static var nightRecordings: Self {
        Self(
            .get, "/api/v1/night-recordings", "Nights that were or are being recorded, newest first", in: "recording")
    }
}

extension Endpoint where Request == Nothing, Reply == NightReadinessDocument {
    /// Whether a night could begin now.
    public static var nightReadiness: Self {
        Self(.get, "/api/v1/night-recordings/readiness", "Whether a night could begin now", in: "recording")
    }
}

extension Endpoint where Request == NightRecordingStartRequest, Reply == NightRecordingDocument {
    /// Begins to record a night.
    public static var startNight: Self {
        Self(
            .post, "/api/v1/night-recordings", "Begin to record a night", in: "recording", status: 201,
            needsBody: false, problems: [404, 409, 422])
    }
}

extension Endpoint where Request == RowRequest, Reply == NightRecordingDocument {
    /// Ends a night.
    public static var stopNight: Self {
        Self(.post, "/api/v1/night-recordings/{id}/stop", "End a night", in: "recording", problems: [404, 409])
    }
}

extension Endpoint where Request == Nothing, Reply == NightScheduleListDocument {
    /// When nights are recorded by themselves.
    public static var nightSchedules: Self {
        Self(.get, "/api/v1/night-schedules", "When nights are recorded by themselves", in: "recording")
    }
}

extension Endpoint where Request == NightScheduleRequest, Reply == NightScheduleDocument {
    /// Enters a schedule.
    public static var addSchedule: Self {
        Self(
            .post, "/api/v1/night-schedules", "Record nights by themselves", in: "recording", status: 201,
            needsBody: false, problems: [422])
    }
}

extension Endpoint where Request == NightScheduleChangeRequest, Reply == NightScheduleDocument {
    /// Changes a schedule.
    public static var changeSchedule: Self {
        Self(
            .put, "/api/v1/night-schedules/{id}", "Change a schedule", in: "recording",
            detail: "What is left out stays.", needsBody: false, problems: [404, 422])
    }
}

extension Endpoint where Request == RowRequest, Reply == Nothing {
    /// Gives a schedule up.
    public static var removeSchedule: Self {
        Self(.delete, "/api/v1/night-schedules/{id}", "Remove a schedule", in: "recording", problems: [404])
    }
}
