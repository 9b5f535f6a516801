import Documents
import Runtime
import Signals

/// The nights being recorded and the schedules, as a gateway has them.
struct NightRecordingPage {
    static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    var recordings: [NightRecordingDocument]
    var schedules: [NightScheduleDocument]
    /// What nobody has acknowledged and is not over.
    var alerts: [AlertDocument]

    init(_ client: GatewayClient) async throws {
        recordings = try await client.ask(.nightRecordings).recordings
        schedules = try await client.ask(.nightSchedules).schedules
        alerts = try await client.ask(.alerts).alerts.filter { $0.resolved == nil }
    }

    /// The recordings that go on.
    var open: [NightRecordingDocument] { recordings.filter { $0.ended == nil } }

    /// For a person.
    func lines(now: Instant) -> [String] {
        var lines = alerts.map { "! \($0.message)\($0.nextStep.map { " \($0)" } ?? "")" }
        for recording in open {
            lines.append(
                "Recording \(recording.id) since \(Self.span(now.seconds(since: recording.started))) with "
                    + "\(recording.devices.joined(separator: ", ")); begun by \(recording.startCause).")
            guard !recording.notJoined.isEmpty else { continue }
            let others = recording.notJoined.joined(separator: ", ")
            lines.append("Not a part of it, as its devices were chosen one by one: \(others).")
        }
        if open.isEmpty { lines.append("No night is being recorded. Begin with `nightjar record start`.") }
        if open.isEmpty, let last = recordings.first, let ended = last.ended {
            lines.append(
                "The last one ended \(Self.span(now.seconds(since: ended))) ago: \(last.endDetail ?? last.endCause ?? "unknown")."
            )
        }
        return lines + schedules.map(\.line)
    }

    static func span(_ seconds: Double) -> String {
        let minutes = Int(max(0, min(seconds, 1e9)) / 60)
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

extension NightScheduleDocument {
    /// For a person.
    var line: String {
        let nights =
            days.count == 7
            ? "every night" : days.map { NightRecordingPage.days[max(0, min(6, $0 - 1))] }.joined(separator: ", ")
        return
            "Schedule \(id): \(nights) \(from) to \(to) \(zone)\(trigger == .wear ? ", while worn" : "")\(isOn ? "" : " (off)")"
    }
}

extension AlertDocument {
    /// For a person.
    func lines(now: Instant) -> [String] {
        let state = acknowledged != nil ? ", seen" : resolved != nil ? ", over" : ""
        let line =
            "\(id)  \(severity.rawValue), \(NightRecordingPage.span(now.seconds(since: time))) ago\(state): \(message)"
        return [line] + [nextStep].compactMap { $0.map { "    → \($0)" } }
    }
}
