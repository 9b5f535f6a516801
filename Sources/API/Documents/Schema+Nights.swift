import Documents
import Runtime

extension Schema {
    /// The status of an import.
    static var importStatus: Schema {
        .named(
            "Import",
            .object([
                "id": .string, "name": .string, "state": .string, "fraction": .number.nullable,
                "message": .string.nullable, "nights": .array(.date), "device": .string.nullable,
                "recording": .integer.nullable,
            ]))
    }

    /// A recording that was imported.
    static var recording: Schema {
        .named(
            "Recording",
            .object([
                "id": .integer, "name": .string, "bytes": .integer, "format": .string, "state": .string,
                "reason": .string.nullable, "device": .string.nullable, "start_s": .seconds.nullable,
                "end_s": .seconds.nullable, "imported_s": .seconds.nullable,
            ]))
    }

    /// A night that was or is being recorded.
    static var nightRecording: Schema {
        .named(
            "NightRecording",
            .object([
                "id": .integer, "wearer": .integer.nullable, "devices": .array(.string), "devices_chosen": .boolean,
                "joined": .array(.object(["device": .string, "since_s": .seconds])), "not_joined": .array(.string),
                "started_s": .seconds, "start_cause": .string, "planned_end_s": .seconds.nullable,
                "schedule": .integer.nullable, "ended_s": .seconds.nullable, "end_cause": .string.nullable,
                "end_detail": .string.nullable,
            ]))
    }

    /// When nights are recorded by themselves.
    static var nightSchedule: Schema {
        .named(
            "NightSchedule",
            .object([
                "id": .integer, "on": .boolean, "wearer": .integer.nullable, "trigger": .words("clock", "wear"),
                "from": .string, "to": .string, "days": .array(.integer), "zone": .string,
            ]))
    }

    /// What a schedule becomes.
    static var nightScheduleChange: Schema {
        let time = Schema.string.with("pattern", "^([01][0-9]|2[0-3]):[0-5][0-9]$").nullable.optional
        return .object([
            "on": .boolean.nullable.optional, "from": time, "to": time,
            "days": .array(.integer(1...7), count: 1...7).nullable.optional,
            "trigger": .words("clock", "wear").nullable.optional,
            "zone": .string.nullable.optional, "wearer": wearerChoice.optional,
        ]).closed
    }
}
