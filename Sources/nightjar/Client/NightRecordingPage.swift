import Runtime

/// The nights being recorded and the schedules, as a gateway has them.
struct NightRecordingPage {
    struct Recording: Decodable {
        var id: Int
        var devices: [String]
        var notJoined: [String]?
        var started: Double
        var plannedEnd: Double?
        var ended: Double?
        var startCause: String
        var endCause: String?
        var endDetail: String?

        enum CodingKeys: String, CodingKey {
            case id, devices
            case notJoined = "not_joined"
            case started = "started_s"
            case plannedEnd = "planned_end_s"
            case ended = "ended_s"
            case startCause = "start_cause"
            case endCause = "end_cause"
            case endDetail = "end_detail"
        }
    }

    struct Recordings: Decodable {
        var recordings: [Recording]
    }

    struct Schedule: Decodable {
        var id: Int
        var on: Bool
        var trigger: String
        var from: String
        var to: String
        var days: [Int]
        var zone: String
    }

    struct Schedules: Decodable {
        var schedules: [Schedule]
    }

    struct Alert: Decodable {
        var id: Int
        var time: Double
        var severity: String
        var message: String
        var nextStep: String?
        var acknowledged: Double?
        var resolved: Double?

        enum CodingKeys: String, CodingKey {
            case id, severity, message
            case time = "time_s"
            case acknowledged = "acknowledged_s"
            case nextStep = "next_step"
            case resolved = "resolved_s"
        }
    }

    struct Alerts: Decodable {
        var alerts: [Alert]
    }

    static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    var recordings: [Recording]
    var schedules: [Schedule]
    /// Alerts that are neither acknowledged nor resolved.
    var alerts: [Alert]

    init(_ client: GatewayClient) async throws {
        recordings = try await client.get(Recordings.self, "/api/v1/night-recordings").recordings
        schedules = try await Self.schedules(client)
        alerts = try await client.get(Alerts.self, "/api/v1/alerts").alerts.filter { $0.resolved == nil }
    }

    /// The schedules of nightly recordings.
    static func schedules(_ client: GatewayClient) async throws -> [Schedule] {
        try await client.get(Schedules.self, "/api/v1/night-schedules").schedules
    }

    /// The recordings under way.
    var open: [Recording] { recordings.filter { $0.ended == nil } }

    /// Lines for the terminal.
    func lines(now: Double) -> [String] {
        var lines = alerts.map { "! \($0.message)\($0.nextStep.map { " \($0)" } ?? "")" }
        for recording in open {
            lines.append(
                "Recording \(recording.id) since \(Self.span(now - recording.started)) with "
                    + "\(recording.devices.joined(separator: ", ")); begun by \(recording.startCause).")
            guard let others = recording.notJoined, !others.isEmpty else { continue }
            lines.append(
                "Not a part of it, as its devices were chosen one by one: \(others.joined(separator: ", ")).")
        }
        if open.isEmpty { lines.append("No night is being recorded. Begin with `nightjar record start`.") }
        if open.isEmpty, let last = recordings.first, let ended = last.ended {
            lines.append(
                "The last one ended \(Self.span(now - ended)) ago: \(last.endDetail ?? last.endCause ?? "unknown").")
        }
        return lines + schedules.map(\.line)
    }

    static func span(_ seconds: Double) -> String {
        let minutes = Int(max(0, min(seconds, 1e9)) / 60)
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

extension NightRecordingPage.Schedule {
    /// A line for the terminal.
    var line: String {
        let nights =
            days.count == 7
            ? "every night" : days.map { NightRecordingPage.days[max(0, min(6, $0 - 1))] }.joined(separator: ", ")
        return
            "Schedule \(id): \(nights) \(from) to \(to) \(zone)\(trigger == "wear" ? ", while worn" : "")\(on ? "" : " (off)")"
    }
}

extension NightRecordingPage.Alert {
    /// Lines for the terminal.
    func lines(now: Double) -> [String] {
        let state = acknowledged != nil ? ", seen" : resolved != nil ? ", over" : ""
        let line = "\(id)  \(severity), \(NightRecordingPage.span(now - time)) ago\(state): \(message)"
        return [line] + [nextStep].compactMap { $0.map { "    → \($0)" } }
    }
}
