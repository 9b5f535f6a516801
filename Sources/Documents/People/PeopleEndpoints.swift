extension Endpoint where Request == Nothing, Reply == AccountListDocument {
    /// The people who can sign in.
    public static var people: Self {
        Self(
            .get, "/api/v1/auth/people", access: .owner, "The people who can sign in, for owners", in: "accounts",
            problems: [403])
    }
}

extension Endpoint where Request == RegisterRequest, Reply == AccountDocument {
    /// Enters a person without signing in as them.
    public static var addPerson: Self {
        Self(
            .post, "/api/v1/auth/people", access: .owner, "Enter a person, by an owner", in: "accounts", status: 201,
            faultStatus: 400, problems: [400, 403, 404, 409])
    }
}

extension Endpoint where Request == ChangePersonRequest, Reply == AccountDocument {
    /// Changes a person.
    public static var changePerson: Self {
        Self(
            .patch, "/api/v1/auth/people/{id}", access: .owner, "Change a person, by an owner", in: "accounts",
            problems: [403, 404, 422])
    }
}

extension Endpoint where Request == ResetPasswordRequest, Reply == Nothing {
    /// Gives a person a new password and ends all of their sessions.
    public static var resetPassword: Self {
        Self(
            .post, "/api/v1/auth/people/{id}/reset", access: .owner, "Set a person's password, by an owner",
            in: "accounts", problems: [403, 404, 422])
    }
}

extension Endpoint where Request == PersonRequest, Reply == InvitationDocument {
    /// Makes a code that brings a phone in, signed in as a person.
    public static var invite: Self {
        Self(
            .post, "/api/v1/auth/people/{id}/invitation", access: .owner,
            "A code that brings a phone in once, within ten minutes", in: "accounts", status: 201,
            problems: [401, 403, 404, 409])
    }
}

extension Endpoint where Request == DeletePersonRequest, Reply == LeavingDocument {
    /// Takes a person's account away, and what was kept of them too where that is said.
    public static var deletePerson: Self {
        Self(
            .delete, "/api/v1/auth/people/{id}", access: .owner,
            "Take a person's account away, with data=delete the data too", in: "accounts", problems: [403, 404])
    }
}

extension Endpoint where Request == DeleteAccountRequest, Reply == LeavingDocument {
    /// Deletes oneself.
    public static var deleteMe: Self {
        Self(
            .delete, "/api/v1/auth/me", "Delete oneself with everything that was kept", in: "accounts",
            needsBody: false, problems: [401])
    }
}

extension Endpoint where Request == Nothing, Reply == Nothing {
    /// Everything of one's own, as an archive.
    public static var exportMe: Self {
        Self(
            .get, "/api/v1/auth/me/export", "Everything of one's own, as an archive", in: "accounts", reply: .file,
            problems: [401, 409, 429, 503])
    }
}

extension Endpoint where Request == PersonRequest, Reply == Nothing {
    /// Everything of a person, as an archive.
    public static var exportPerson: Self {
        Self(
            .get, "/api/v1/auth/people/{id}/export", access: .owner, "Everything of a person, as an archive",
            in: "accounts", reply: .file, problems: [404, 409, 429, 503])
    }
}

extension Endpoint where Request == LocalPasswordRequest, Reply == LocalPasswordDocument {
    /// Says whether this machine is asked for a password.
    public static var setLocalPassword: Self {
        Self(
            .put, "/api/v1/auth/access", access: .owner, "Whether this machine is asked for a password",
            in: "accounts", problems: [403, 422])
    }
}

extension Endpoint where Request == Nothing, Reply == StoreLossDocument {
    /// Whether accounts or refusals may have been lost.
    public static var storeLoss: Self {
        Self(
            .get, "/api/v1/auth/access/loss", access: .owner,
            "Whether accounts or refusals may have been lost with a damaged store", in: "accounts",
            detail:
                "While they may have been, only the unix socket is answered, everybody else with 503, and nothing is "
                + "recorded.",
            problems: [403])
    }

    /// Says that what was lost is lost.
    public static var acceptStoreLoss: Self {
        Self(
            .delete, "/api/v1/auth/access/loss", access: .owner,
            "Say that what was lost is lost, so that the gateway answers and records again", in: "accounts",
            detail: "409 while people could sign in before the loss and nobody can now: enter the owner first.",
            problems: [403, 409])
    }
}
