import Documents

extension RouteDescription {
    static var people: RouteDescription {
        .about(
            "The people who can sign in, for owners", "accounts", replies: [200: .object(["people": .array(.account)])],
            problems: [403])
    }

    static var addPerson: RouteDescription {
        .about(
            "Enter a person, by an owner", "accounts", body: .map(.any), replies: [201: .account],
            problems: [403, 409, 422])
    }

    static var changePerson: RouteDescription {
        .about(
            "Change a person, by an owner", "accounts", path: ["id": .rowNumber],
            body: .object([
                "role": .words("patient", "clinician", "researcher", "admin").nullable.optional,
                "display_name": .string.nullable.optional, "email": .string.nullable.optional,
            ]).closed, replies: [200: .account], problems: [403, 404, 422])
    }

    static var resetPassword: RouteDescription {
        .about(
            "Set a person's password, by an owner", "accounts", path: ["id": .rowNumber],
            body: .object(["password": .string]).closed, replies: [204: .none], problems: [403, 404, 422])
    }

    static var setAccess: RouteDescription {
        .about(
            "Whether this machine is asked for a password", "accounts",
            body: .object(["password": .words("on", "off")]).closed,
            replies: [200: .object(["password_required": .boolean])], problems: [403, 422])
    }

    static var loss: RouteDescription {
        .about(
            "Whether accounts or refusals may have been lost with a damaged store", "accounts",
            detail:
                "While they may have been, only the unix socket is answered, everybody else with 503, and nothing is "
                + "recorded.",
            replies: [200: lossReply], problems: [403])
    }

    static var acceptLoss: RouteDescription {
        .about(
            "Say that what was lost is lost, so that the gateway answers and records again", "accounts",
            detail: "409 while people could sign in before the loss and nobody can now: enter the owner first.",
            replies: [200: lossReply], problems: [403, 409])
    }

    private static var lossReply: Schema {
        .object([
            "lost": .boolean, "reason": .string.nullable,
            "trouble": .string.nullable.about("why health is degraded, if it is"), "since_s": .number.nullable,
            "had_accounts": .boolean, "accounts": .integer, "people": .integer,
        ])
    }

    static var exportMe: RouteDescription {
        .about(
            "Everything of one's own, as an archive", "accounts", replies: [200: .file], problems: [401, 409, 429, 503])
    }

    static var deleteMe: RouteDescription {
        .about(
            "Delete oneself with everything that was kept", "accounts",
            body: .object(["password": .string.nullable.optional]).closed.optional, replies: [200: farewell],
            problems: [401])
    }

    static var exportPerson: RouteDescription {
        .about(
            "Everything of a person, as an archive", "accounts", path: ["id": .rowNumber], replies: [200: .file],
            problems: [404, 409, 429, 503])
    }

    static var deletePerson: RouteDescription {
        .about(
            "Take a person's account away, with data=delete the data too", "accounts", path: ["id": .rowNumber],
            query: ["data": .words("keep", "delete")], replies: [200: farewell], problems: [403, 404])
    }

    private static var farewell: Schema {
        .object([
            "user_id": .string, "display_name": .string.optional, "data": .words("kept", "deleted"),
            "rows": .map(.integer).optional.about("how many were deleted, by table"),
            "recordings_kept": .array(.integer).optional.about("files that hold data of others too"),
            "set_aside": .array(.string).optional.about(
                "names of damaged stores in the data folder that were set aside before and may still hold something of "
                    + "the person; delete them at the machine when nothing is to be saved from them any more"),
        ])
    }

    static var invite: RouteDescription {
        .about(
            "A code that brings a phone in once, within ten minutes", "accounts",
            replies: [201: .object(["url": .string, "expires_in": .integer, "qr_svg": .string.nullable])],
            problems: [401, 403, 404, 409])
    }
}
