import Documents
import Runtime

extension Schema {
    /// UTC seconds of a request between 1970 and 2200.
    static var requestSeconds: Schema { Schema.number(0...7_258_118_399).nullable.optional }

    /// Who: a number, a name, or null for nobody.
    static var wearerChoice: Schema { .one(of: .rowNumber, .words(1...80), Schema(["type": "null"])) }

    static var wearer: Schema { .named("Wearer", .object(["id": .integer, "name": .string])) }

    static var bus: Schema { .object(["bus": .string, "obstacle": .string.nullable]) }

    /// What is decided on a device.
    static var deviceChoices: Schema {
        .named(
            "DeviceChoices",
            .object([
                "name": .string.nullable.optional, "profile": .string.nullable.optional,
                "streams": .array(.string).nullable.optional, "settings": .map(.string).nullable.optional,
                "connects_by_itself": .boolean.nullable.optional, "wearer": wearerChoice.optional,
                "preferred": .array(.string).nullable.optional,
            ]).closed
        ).optional
    }

    /// A device as the list of devices shows it.
    static var deviceEntry: Schema {
        .named(
            "Device",
            .object([
                "id": .string, "device": .string.nullable, "name": .string, "maker": .string.nullable,
                "model": .string.nullable, "serial": .string.nullable, "firmware": .string.nullable,
                "kind": .string.nullable, "synthetic": .boolean, "preview": .boolean, "bus": .string.nullable,
                "consent": .string, "near": .boolean, "seen_s": .seconds.nullable, "obstacle": .string.nullable,
                "profiles": .array(.string), "files": .array(.string), "given_name": .string.nullable,
                "profile": .string.nullable, "settings": .map(.string), "connects_by_itself": .boolean,
                "paused": .boolean,
                "streams": .array(
                    .object([
                        "channel": .string, "unit": .string, "rate_hz": .number.nullable, "allowed": .boolean,
                        "refused": .boolean.about("Whether whoever wears the device refuses it"),
                    ])), "preferred": .array(.string),
                "wearer": wearer.nullable, "stage": .string, "reason": .string.nullable,
                "next_step": .string.nullable, "steps": .array(.any), "rssi_dbm": .number.nullable,
                "rssi_note": .string.nullable, "link": .map(.any).nullable, "battery_percent": .number.nullable,
                "battery_note": .string.nullable,
                "wear": .words("worn", "not_worn", "unknown"), "contact": .boolean.nullable,
                "losses_today": .object(["count": .number, "by_cause": .map(.number)]), "commands": .array(.string),
            ]))
    }

    /// A recorder on a cable.
    static var recorderState: Schema {
        .named(
            "Recorder",
            .object([
                "id": .string, "state": .string, "message": .string.nullable, "number": .string.nullable,
                "battery_percent": .number.nullable, "downloaded": .boolean, "recording": .map(.any).nullable,
                "download": .map(.any).nullable, "next": .map(.any).nullable, "remarks": .array(.string),
            ]))
    }

    /// The next recording of a recorder.
    static var recorderSetup: Schema {
        let text = Schema.string.nullable.optional
        return .object([
            "confirm": .words(1...100).about("Its number"), "rate_hz": .number.nullable.optional,
            "range_g": .integer.nullable.optional, "gyroscope_dps": .integer.nullable.optional,
            "start_s": requestSeconds, "stop_s": requestSeconds, "session": .integer.nullable.optional,
            "subject": text, "position": text, "study": text, "notes": text,
        ]).closed
    }
}
