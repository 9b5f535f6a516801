import Documents

extension RouteDescription {
    static var nightRecordings: RouteDescription {
        .about(
            "Nights that were or are being recorded, newest first", "recording",
            replies: [200: .object(["recordings": .array(.nightRecording)])])
    }

    static var nightReadiness: RouteDescription {
        .about(
            "Whether a night could begin now", "recording",
            replies: [
                200: .object([
                    "hours": .number, "bytes": .number, "free_bytes": .number.nullable,
                    "devices": .array(.object(["device": .string, "name": .string, "streaming": .boolean])),
                    "warnings": .array(.object(["kind": .string, "message": .string, "next_step": .string.nullable])),
                ])
            ])
    }

    static var startNight: RouteDescription {
        .about(
            "Begin to record a night", "recording",
            body: .object([
                "wearer": .wearerChoice.optional, "devices": .array(.string).nullable.optional,
                "until_s": .requestSeconds,
            ]).closed.optional, replies: [201: .nightRecording], problems: [404, 409, 422])
    }

    static var stopNight: RouteDescription {
        .about(
            "End a night", "recording", path: ["id": .rowNumber], replies: [200: .nightRecording], problems: [404, 409])
    }

    static var nightSchedules: RouteDescription {
        .about(
            "When nights are recorded by themselves", "recording",
            replies: [200: .object(["schedules": .array(.nightSchedule)])])
    }

    static var addSchedule: RouteDescription {
        .about(
            "Record nights by themselves", "recording", body: .nightScheduleChange.optional,
            replies: [201: .nightSchedule], problems: [422])
    }

    static var changeSchedule: RouteDescription {
        .about(
            "Change a schedule", "recording", detail: "What is left out stays.", path: ["id": .rowNumber],
            body: .nightScheduleChange.optional, replies: [200: .nightSchedule], problems: [404, 422])
    }

    static var removeSchedule: RouteDescription {
        .about("Remove a schedule", "recording", path: ["id": .rowNumber], replies: [204: .none], problems: [404])
    }
}
