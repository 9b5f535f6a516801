extension Endpoint where Request == NightRequest, Reply == NightNotesDocument {
    /// The notes and tags of a night.
    public static var nightNotes: Self {
        Self(
            .get, "/api/v1/nights/{date}/notes", "The notes and tags of a night, and what notes said before",
            in: "nights",
            problems: [400, 404])
    }
}

extension Endpoint where Request == NightNoteRequest, Reply == NightNotesDocument {
    /// Writes a note to a night.
    public static var addNightNote: Self {
        Self(
            .post, "/api/v1/nights/{date}/notes", "Write a note to a night", in: "nights",
            detail: "Notes and tags belong to the night of one device; they stay when it is scored again.",
            problems: [400, 404, 409, 422])
    }
}

extension Endpoint where Request == NightNoteChangeRequest, Reply == NightNotesDocument {
    /// Changes a note of a night.
    public static var changeNightNote: Self {
        Self(
            .put, "/api/v1/nights/{date}/notes/{note}", "Change a note of a night", in: "nights",
            problems: [400, 404, 422])
    }
}

extension Endpoint where Request == NightNoteRowRequest, Reply == NightNotesDocument {
    /// Takes a note of a night back.
    public static var deleteNightNote: Self {
        Self(
            .delete, "/api/v1/nights/{date}/notes/{note}", "Take a note of a night back", in: "nights",
            problems: [400, 404])
    }
}

extension Endpoint where Request == NightTagsRequest, Reply == NightNotesDocument {
    /// Gives tags to a night and takes them from it.
    public static var tagNight: Self {
        Self(
            .post, "/api/v1/nights/{date}/tags", "Give tags to a night, and take them from it", in: "nights",
            problems: [400, 404, 409, 422], isRepeatable: true)
    }
}

extension Endpoint where Request == NightRequest, Reply == Nothing {
    /// Has a device's night be the one that is shown of its person and date.
    public static var preferNight: Self {
        Self(
            .put, "/api/v1/nights/{date}/preferred", "Show the night of `device` of its person and date", in: "nights",
            detail:
                "Lists, the latest night, summaries and trends follow it, whatever the rule would choose. Without `device` it "
                + "is the one that is shown now.",
            problems: [400, 404])
    }

    /// Leaves it to the rule again which device's night is shown.
    public static var unpreferNight: Self {
        Self(
            .delete, "/api/v1/nights/{date}/preferred", "Leave it to the rule which device's night is shown",
            in: "nights", problems: [400, 404])
    }
}
