extension Endpoint where Request == AddImportRequest, Reply == ImportDocument {
    /// Sends a recorder's file.
    public static var addImport: Self {
        Self(
            .post, "/api/v1/imports", "Send a recording", in: "imports",
            detail:
                "The file is the body; it is decoded while other requests go on. It is kept as whoever sends it brings it, "
                + "apart from what anybody else has of its recorder, and known bytes are known to who brought them "
                + "alone. What the first owner brings is of whoever was said to have worn the recorder then.",
            status: 202, body: .body("application/octet-stream"), problems: [400, 413, 422])
    }
}

extension Endpoint where Request == Nothing, Reply == ImportListDocument {
    /// All imports.
    public static var imports: Self {
        Self(.get, "/api/v1/imports", "Recordings on their way in, newest first", in: "imports")
    }
}

extension Endpoint where Request == ImportRequest, Reply == ImportDocument {
    /// How an import stands.
    public static var importState: Self {
        Self(.get, "/api/v1/imports/{id}", "How far an import is", in: "imports", problems: [404])
    }
}

extension Endpoint where Request == ImportRequest, Reply == Nothing {
    /// Stops an import; nothing of the file stays.
    public static var stopImport: Self {
        Self(.delete, "/api/v1/imports/{id}", "Stop an import", in: "imports", problems: [404])
    }
}

extension Endpoint where Request == Nothing, Reply == RecordingListDocument {
    /// The files that were imported, and what was recorded live.
    public static var recordings: Self {
        Self(
            .get, "/api/v1/recordings", "Recordings, imported and live", in: "imports",
            detail:
                "The newest first: files of recorders, also those that were deleted and can still be taken back, and nights that were "
                + "recorded live.")
    }
}

extension Endpoint where Request == RowRequest, Reply == RecordingDetailDocument {
    /// One recording, with or without a night.
    public static var recording: Self {
        Self(
            .get, "/api/v1/recordings/{id}", "A recording with all that hangs on it", in: "imports", problems: [404])
    }

    /// Deletes a recording with its nights and its file.
    public static var deleteRecording: Self {
        Self(
            .delete, "/api/v1/recordings/{id}", "Delete a recording with its nights and its file", in: "imports",
            detail:
                "For a day it can be taken back; then it is gone for good. What was recorded live has no file and stays.",
            problems: [404, 409])
    }

    /// Takes a deleted recording back.
    public static var restoreRecording: Self {
        Self(
            .post, "/api/v1/recordings/{id}/restore", "Take a deleted recording back", in: "imports",
            problems: [404, 409], isRepeatable: true)
    }
}

extension Endpoint where Request == CorrectRecordingRequest, Reply == ImportDocument {
    /// Corrects the zone or the clock of a recording.
    public static var correctRecording: Self {
        Self(
            .post, "/api/v1/recordings/{id}/zone", "Correct the zone or the clock of a recording", in: "imports",
            detail:
                "It is read anew from its kept bytes, its nights are scored again and take the place of the earlier ones, and "
                + "what people said of them goes along with the clock on the wall. How far that is, is told as of an import; "
                + "until its end everything stays as it is.",
            status: 202, problems: [400, 404, 409, 422], isRepeatable: true)
    }
}
