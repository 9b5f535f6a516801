extension Endpoint where Request == Nothing, Reply == ContestListDocument {
    /// Recordings of which two people have data.
    public static var contestedRecordings: Self {
        Self(
            .get, "/api/v1/imports/contested", access: .owner,
            "Recordings of a recorder and a time of which somebody else has data too", in: "imports",
            detail:
                "For owners. What somebody uploads is kept apart as theirs and changes nothing that others have; here is "
                + "what names the same recorder and the same time. A part without a recording came in live; one "
                + "without a wearer is the first owner's.")
    }
}

extension Endpoint where Request == GiveRecordingRequest, Reply == GivenRecordingDocument {
    /// Says whose an imported recording is.
    public static var giveRecording: Self {
        Self(
            .put, "/api/v1/imports/{id}/wearer", access: .owner, "Say whose an imported recording is", in: "imports",
            detail:
                "For owners: the first one of each recording, others of theirs and of what is contested. The recording "
                + "goes to this person with its nights and its file; nothing of anybody else changes, and the same "
                + "request with `before` gives it back. Null leaves it to who was said to have worn the recorder, else "
                + "to the first owner.",
            // The second time `before` would be who has it since the first.
            problems: [404, 409, 422], isRepeatable: false)
    }
}
