extension Endpoint where Request == NightExportRequest, Reply == Nothing {
    /// A night as a file.
    public static var exportNight: Self {
        Self(
            .get, "/api/v1/nights/{date}/export", "A night as a file", in: "exports", reply: .file,
            problems: [400, 404, 409, 422, 429, 503])
    }
}

extension Endpoint where Request == RecordingExportRequest, Reply == Nothing {
    /// A recording in another format.
    public static var exportRecording: Self {
        Self(
            .get, "/api/v1/recordings/{id}/export", "A recording in another format", in: "exports", reply: .file,
            problems: [400, 404, 409, 422, 429, 503])
    }
}

extension Endpoint where Request == NightRecordingExportRequest, Reply == Nothing {
    /// What a night recorded, as a file.
    public static var exportNightRecording: Self {
        Self(
            .get, "/api/v1/night-recordings/{id}/export", "What a night recorded, as a file", in: "exports",
            detail: "{id} may be latest.", reply: .file, problems: [400, 404, 409, 422, 429, 503])
    }
}
