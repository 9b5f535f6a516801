public import Documents
import Runtime
import Signals
public import Store
import Synchronization

/// Takes in what programs send of somebody's health: each item is checked, what is good is kept, what is not is told.
public final class HealthIntake: Sendable {
    /// Metrics of one upload.
    public static let metricLimit = 100
    /// Samples of one upload.
    public static let sampleLimit = 20_000
    /// Faults that are told of one upload.
    static let faultLimit = 100
    /// Samples that are kept at a time.
    static let piece = 500

    let store: Store
    let clock: any HostClock
    let thread: ThreadExecutor
    /// Uploads that are being kept.
    let work = Mutex<[String: Task<Void, Never>]>([:])

    init(store: Store, clock: any HostClock, thread: ThreadExecutor) {
        self.store = store
        self.clock = clock
        self.thread = thread
    }

    /// Takes metrics in.
    /// - Parameters:
    ///   - members: the members of the upload; its envelope is checked here, too.
    ///   - person: whose they are.
    /// - Returns: the upload with what became of it, and what was wrong with refused metrics.
    /// - Throws: ``HealthRefusal`` when the envelope is wrong or no metric is good; `Failure` when nothing can be kept.
    public func take(
        metrics members: [String: JSONValue], of person: Int64
    ) async throws -> (upload: HealthUpload, faults: [HealthFault]) {
        let now = clock.now
        var checks = HealthChecks()
        let source = checks.text("upload_source", of: members, at: "", longest: 100, isNeeded: true)
        let token = checks.text("sync_token", of: members, at: "")
        _ = checks.time("client_timestamp", of: members, at: "", isNeeded: true)
        let entries = Self.metrics(members, &checks)
        guard checks.faults.isEmpty, let source, let entries else { throw HealthRefusal(checks.faults) }

        var upload = HealthUpload(
            id: Self.uuid(), person: person, kind: .metrics, source: source, syncToken: token, received: now,
            total: entries.count)
        var faults: [HealthFault] = []
        var kept: [HealthMetric] = []
        for (index, entry) in entries.enumerated() {
            var found = HealthMetricRules.faults(entry, at: "metrics[\(index)]")
            let metric = Self.metric(entry, upload.id, source, now)
            if found.isEmpty, let known = try store.healthMetric(metric.id, of: person), known.body != metric.body {
                found = [
                    HealthFault(
                        field: "metrics[\(index)].metric_id", message: "Another metric has this id already.",
                        code: "duplicate", value: .string(metric.id))
                ]
            }
            if found.isEmpty { kept.append(metric) } else { upload.rejected += 1 }
            faults += found
        }
        guard !kept.isEmpty else { throw HealthRefusal(Array(faults.prefix(Self.faultLimit))) }
        upload.accepted = kept.count
        upload.status = upload.rejected == 0 ? .completed : .requiresReview
        faults = Array(faults.prefix(Self.faultLimit))
        upload.faults = JSONValue.array(faults.map(\.json)).text
        try await store.keep(kept, of: upload)
        return (upload, faults)
    }

    /// The list of metrics; nil when it makes no sense.
    private static func metrics(
        _ members: [String: JSONValue], _ checks: inout HealthChecks
    ) -> [[String: JSONValue]]? {
        guard case .array(let values) = members["metrics"] else {
            checks.add("metrics", "It is needed, a list of 1 to \(metricLimit).", "missing")
            return nil
        }
        guard (1...metricLimit).contains(values.count) else {
            checks.add(
                "metrics", "It must have 1 to \(metricLimit) entries.", "out_of_range", .number(Double(values.count)))
            return nil
        }
        let entries = values.compactMap(\.object)
        guard entries.count == values.count else {
            checks.add("metrics", "Each entry must be an object.", "invalid_type")
            return nil
        }
        var seen: Set<String> = []
        for (index, entry) in entries.enumerated() {
            guard let id = entry["metric_id"]?.string, !seen.insert(id).inserted else { continue }
            checks.add("metrics[\(index)].metric_id", "Each metric has an id of its own.", "duplicate", .string(id))
        }
        return entries
    }

    private static func metric(
        _ entry: [String: JSONValue], _ upload: String, _ source: String, _ now: Instant
    ) -> HealthMetric {
        HealthMetric(
            id: entry["metric_id"]?.string ?? uuid(), upload: upload, type: entry["metric_type"]?.string ?? "",
            device: entry["device_id"]?.string, source: source,
            time: entry["created_at"]?.string.flatMap { Instant(rfc3339: $0) } ?? now,
            body: JSONValue.object(entry).text)
    }

    /// A random name in the form of a UUID (RFC 9562, version 4).
    static func uuid() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = HexText.text(bytes)
        let cuts = [8, 12, 16, 20, 32]
        return zip([0] + cuts, cuts).map { text.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
    }
}
