package import Documents
import Runtime
import Signals
package import Store
import Synchronization

/// Takes in what programs send of somebody's health: each item is checked, what is good is kept, what is not is told.
package final class HealthIntake: Sendable {
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
    ///   - sent: the metrics, not yet judged.
    ///   - person: whose they are.
    /// - Returns: the upload with what became of it.
    /// - Throws: `FieldFaults` when no metric is good; `Failure` when nothing can be kept.
    package func take(_ sent: HealthUploadRequest, of person: Int64) async throws -> HealthUpload {
        // Another upload may bring a metric of the same id meanwhile: judged again, it is known.
        for _ in 0..<3 {
            do { return try await takeOnce(sent, of: person) } catch let failure as Failure
                where failure.code == .conflict
            {}
        }
        return try await takeOnce(sent, of: person)
    }

    private func takeOnce(_ sent: HealthUploadRequest, of person: Int64) async throws -> HealthUpload {
        let now = clock.now
        var upload = HealthUpload(
            id: Self.uuid(), person: person, kind: .metrics, source: sent.source, syncToken: sent.syncToken,
            received: now, total: sent.metrics.count)
        var faults: [FieldFault] = []
        var kept: [HealthMetric] = []
        for (index, entry) in sent.metrics.enumerated() {
            let place = "metrics[\(index)]"
            do {
                let metric = Self.metric(try entry.judged(at: place), as: entry, of: upload)
                if let known = try store.healthMetric(metric.id, of: person), known.body != metric.body {
                    throw FieldFaults([
                        FieldFault(
                            "\(place).metric_id", "Another metric has this id already.", code: "duplicate",
                            value: .string(metric.id))
                    ])
                }
                kept.append(metric)
            } catch let refusal as FieldFaults {
                upload.rejected += 1
                faults += refusal.faults.prefix(Self.faultLimit - faults.count)
            }
        }
        guard !kept.isEmpty else { throw FieldFaults(faults) }
        upload.accepted = kept.count
        upload.status = upload.rejected == 0 ? .completed : .requiresReview
        upload.faults = Self.text(faults)
        try await store.keep(kept, of: upload)
        return upload
    }

    /// A metric with the whole of what was sent.
    private static func metric(
        _ metric: HealthMetricDocument, as entry: Submitted<HealthMetricDocument>, of upload: HealthUpload
    ) -> HealthMetric {
        var body = JSONText()
        entry.write(&body)
        return HealthMetric(
            id: metric.id ?? uuid(), upload: upload.id, type: metric.type.rawValue, device: metric.device,
            source: upload.source ?? "", time: metric.created?.instant ?? upload.received, body: body.bytes)
    }

    /// Faults as they are kept.
    static func text(_ faults: [FieldFault]) -> [UInt8] {
        var json = JSONText()
        faults.map { HealthFaultDocument($0) }.write(&json)
        return json.bytes
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
