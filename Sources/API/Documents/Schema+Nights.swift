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

    /// A file to save, of any media type.
    static var file: Schema {
        var schema = Schema([:])
        schema.mediaType = "*/*"
        return schema
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

    /// One line of the list of nights.
    static var nightEntry: Schema {
        .named(
            "NightEntry",
            .object([
                "date": .date, "device": .string, "device_name": .string, "wearer": .string.nullable,
                "synthetic": .boolean, "source": .words("live", "import"), "has_sleep_period": .boolean,
                "total_sleep_min": .number.nullable, "efficiency_percent": .number.nullable,
                "confidence": .number.nullable,
            ]))
    }

    /// A figure with its method, or the reason why there is none.
    static var estimate: Schema {
        .named(
            "Estimate",
            .object([
                "value": .number.nullable, "unit": .string, "reason": .string.nullable,
                "confidence": .number.nullable, "method": .map(.any),
            ]))
    }

    private static var interval: Schema { .object(["start_s": .seconds, "end_s": .seconds]) }

    /// A night.
    static var night: Schema {
        .named(
            "Night",
            .object([
                "date": .date, "zone": .string, "utc_offset_transitions": .array(.array(.number)),
                "window": interval, "device": .map(.any), "wearer": .string.nullable, "synthetic": .boolean,
                "source": .words("live", "import"), "sleep_period": interval.nullable,
                "sleep_period_reason": .string.nullable, "edited_s": .seconds.nullable, "measures": .map(.estimate),
                "confidence": .map(.number.nullable),
                "states": .object(["start_s": .seconds, "epoch_s": .integer, "values": .string]),
                "staging": .map(.any).nullable, "naps": .array(interval), "tracks": .map(.any),
                "gaps": .array(.any), "losses": .array(.any), "methods": .array(.map(.any)),
                "other_devices": .array(.map(.any)), "previous": .date.nullable, "next": .date.nullable,
            ]))
    }
}
