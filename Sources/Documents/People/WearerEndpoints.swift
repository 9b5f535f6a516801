extension Endpoint where Request == Nothing, Reply == WearerListDocument {
    /// The people who wear devices.
    public static var wearers: Self { Self(.get, "/api/v1/wearers", "People who wear devices", in: "people") }
}

extension Endpoint where Request == AddWearerRequest, Reply == WearerDocument {
    /// Enters a person without an account.
    public static var addWearer: Self {
        Self(
            .post, "/api/v1/wearers", access: .owner, "Enter a person", in: "people", status: 201, problems: [422])
    }
}

extension Endpoint where Request == RenameWearerRequest, Reply == Nothing {
    /// Calls a person something else.
    public static var renameWearer: Self {
        Self(
            .patch, "/api/v1/wearers/{id}", access: .owner, "Call a person something else", in: "people",
            problems: [404, 422])
    }
}

extension Endpoint where Request == PersonRequest, Reply == Nothing {
    /// Takes a person out who has no account; what was measured stays.
    public static var removeWearer: Self {
        Self(
            .delete, "/api/v1/wearers/{id}", access: .owner, "Take a person out", in: "people", problems: [404, 409])
    }
}

extension Endpoint where Request == WearingsRequest, Reply == WearingListDocument {
    /// Who wore a device when.
    public static var wearings: Self {
        Self(.get, "/api/v1/devices/{id}/wearers", "Who wore a device when", in: "people", problems: [404])
    }
}

extension Endpoint where Request == CorrectWearingRequest, Reply == Nothing {
    /// Says who wore a device.
    public static var correctWearing: Self {
        Self(
            .post, "/api/v1/devices/{id}/wearers", access: .owner, "Say who wore a device", in: "people",
            problems: [404, 422])
    }
}
