import Documents
import Runtime

extension Schema {
    /// How the link to the watch stands.
    static var relayStatus: Schema {
        .named(
            "RelayStatus",
            .object([
                "paired": .boolean, "watch": .string.nullable, "name": .string.nullable,
                "watch_app_installed": .boolean, "watch_connected": .boolean, "is_watch_connected": .boolean,
                "watch_reachable": .boolean, "is_reachable": .boolean, "phone_connected": .boolean,
                "activation_state": .words("notActivated", "inactive", "activated"),
                "waiting_for_watch": .integer, "waiting_for_phone": .integer,
                "cognitive_load": .number.nullable.about("As the watch was told last"), "context": .map(.any),
                "received_context": .map(.any), "watch_hrv_ms": .number.nullable,
                "watch_hrv_at_s": .seconds.nullable, "watches": .array(.relayWatch),
            ]))
    }

    /// A paired watch.
    static var relayWatch: Schema {
        .named(
            "RelayWatch",
            .object([
                "watch": .string, "name": .string, "created": .seconds, "installed": .boolean, "active": .boolean,
                "connected": .boolean, "by_code": .boolean,
            ]))
    }

    static var relayWatches: Schema { .object(["watches": .array(.relayWatch)]) }

    static var relayTransfers: Schema {
        .object([
            "count": .integer,
            "transfers": .array(
                .object([
                    "id": .string, "kind": .words("userinfo", "file"), "seq": .integer, "size": .integer,
                    "created": .seconds, "expires": .seconds.optional, "name": .string.optional,
                ])),
        ])
    }

    static var relayClaim: Schema {
        .object([
            "code": .string.with("pattern", "^[0-9]{6}$").example("123456"), "name": .string(1...64).nullable.optional,
        ]).closed
    }

    /// Something to send.
    static func relayParcel(_ kinds: [String], isWatch: Bool = false) -> Schema {
        isWatch
            ? .object([
                "watch": .string, "token": .string, "kind": .words(kinds).nullable.optional.standard("message"),
                "payload": .relayPayload, "timeout_s": .number(0...3600).nullable.optional,
                "expires_s": .number(0...1e9).nullable.optional,
            ]).closed
            : .object([
                "kind": .words(kinds).nullable.optional.standard("message"), "payload": .relayPayload,
                "timeout_s": .number(0...3600).nullable.optional, "expires_s": .number(0...1e9).nullable.optional,
            ]).closed
    }

    static var relayReceipt: Schema {
        .object(["sent": .boolean, "reply": .map(.any).optional, "id": .string.optional])
    }

    static var relayPoll: Schema {
        .object([
            "watch": .string, "token": .string, "after": .rowNumber.nullable.optional,
            "wait_s": .number(0...30).nullable.optional.standard(25), "foreground": .boolean.nullable.optional,
        ]).closed
    }

    static var relayEvents: Schema {
        .object([
            "events": .array(.map(.any)), "reachable": .boolean, "active": .boolean, "context": .map(.any),
        ])
    }

    static var relayReply: Schema {
        .object(["watch": .string, "token": .string, "reply": .rowNumber, "payload": .relayPayload]).closed
    }
}
