extension Endpoint where Request == DeviceRequest, Reply == RecorderDocument {
    /// A recorder on a cable, as it is now.
    public static var recorder: Self {
        Self(
            .get, "/api/v1/devices/{id}/recorder", access: .owner, "How a recorder on a cable is", in: "recorders",
            problems: [404, 409, 422])
    }

    /// Begins to copy a recorder's recording into the store.
    public static var downloadRecorder: Self {
        Self(
            .post, "/api/v1/devices/{id}/recorder/download", access: .owner, "Begin to copy a recorder's recording",
            in: "recorders", status: 202, problems: [404, 409, 422])
    }

    /// Stops copying.
    public static var stopDownload: Self {
        Self(
            .delete, "/api/v1/devices/{id}/recorder/download", access: .owner, "Stop copying", in: "recorders",
            problems: [404, 409, 422])
    }
}

extension Endpoint where Request == RecorderSetupRequest, Reply == RecorderDocument {
    /// Sets up the next recording.
    public static var configureRecorder: Self {
        Self(
            .post, "/api/v1/devices/{id}/recorder/configure", access: .owner, "Set up the next recording",
            in: "recorders", problems: [404, 409, 422])
    }
}

extension Endpoint where Request == RecorderClearRequest, Reply == RecorderDocument {
    /// Empties a recorder.
    public static var clearRecorder: Self {
        Self(
            .post, "/api/v1/devices/{id}/recorder/clear", access: .owner, "Empty a recorder", in: "recorders",
            problems: [404, 409, 422])
    }
}

extension Endpoint where Request == DeviceRequest, Reply == ImportListDocument {
    /// Takes in what lies on a recorder's volume, each file as an import of its own.
    public static var importDevice: Self {
        Self(
            .post, "/api/v1/devices/{id}/import", access: .owner, "Take in what lies on a volume", in: "recorders",
            status: 202, problems: [404, 422])
    }
}
