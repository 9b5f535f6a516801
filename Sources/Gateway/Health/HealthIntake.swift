package import Documents
import Runtime
import Signals
package import Store
import Synchronization

/// Takes in what programs send of somebody's health: each item is checked, what is good is kept, what is not is told.
package final class HealthIntake: Sendable {
    /// Faults that are told of one upload.
    private static let faultLimit = 100
    /// Samples that are kept at a time.
    static let piece = 500

    let store: Store
    let bus: LiveBus
    let clock: any HostClock
    let thread: ThreadExecutor
    /// Uploads that are being kept.
    let work = Mutex<[String: Task<Void, Never>]>([:])

    init(store: Store, bus: LiveBus, clock: any HostClock, thread: ThreadExecutor) {
        self.store = store
        self.bus = bus
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
        tell(upload)
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

extension HealthIntake {
    /// Takes samples in HealthKit's shape in: they are kept one piece after the other, on a thread of its own, and go
    /// on after a restart.
    /// - Parameters:
    ///   - sent: the samples, not yet judged.
    ///   - person: whose they are.
    /// - Returns: the upload, not yet looked at.
    /// - Throws: `Failure` when nothing can be kept.
    package func take(_ sent: HealthKitUploadRequest, of person: Int64) async throws -> HealthUpload {
        let random = HexText.random(bytes: 16)
        let upload = HealthUpload(
            id: "\(person)-\(random)", person: person, kind: .samples, source: "healthkit",
            syncToken: sent.syncToken, received: clock.now, total: sent.count)
        try await store.add(upload, pending: sent.json.bytes)
        start(upload, sent)
        return upload
    }

    /// Goes on with what an earlier run left.
    /// - Throws: `Failure` when the store cannot be read.
    package func resume() throws {
        for (upload, pending) in try store.pendingHealthUploads() {
            start(upload, HealthKitUploadRequest(kept: pending))
        }
    }

    /// Returns when no upload is being stored any more.
    package func settle() async {
        while let task = work.withLock({ $0.values.first }) { await task.value }
    }

    /// - Parameter sent: the samples; nil where what was kept of them cannot be read.
    private func start(_ upload: HealthUpload, _ sent: HealthKitUploadRequest?) {
        work.withLock { work in
            guard work[upload.id] == nil else { return }
            work[upload.id] = Task(executorPreference: thread) { [self] in
                // What cannot be kept now stays pending and is tried again at the next start.
                do {
                    if let sent { try await keep(upload, sent) } else { try await tellUnreadable(upload) }
                } catch {
                    Log.error(
                        "An upload could not be kept yet.",
                        ["upload": .string("\(upload.id)"), "cause": Log.cause(error)])
                }
                self.work.withLock { _ = $0.removeValue(forKey: upload.id) }
            }
        }
    }

    private func keep(_ upload: HealthUpload, _ sent: HealthKitUploadRequest) async throws {
        var upload = upload
        (upload.accepted, upload.rejected) = (0, 0)
        upload.status = .processing
        var faults: [FieldFault] = []
        var samples: [HealthSample] = []
        for (list, entries) in sent.lists {
            for (index, entry) in entries.enumerated() {
                do {
                    samples += try HealthKitReader.samples(entry, in: list, at: "\(list)[\(index)]")
                    upload.accepted += 1
                } catch {
                    upload.rejected += 1
                    faults += error.faults.prefix(Self.faultLimit - faults.count)
                }
                guard (upload.accepted + upload.rejected) % Self.piece == 0 else { continue }
                note(&upload, faults)
                try await store.keep(samples, of: upload, isLast: false)
                samples = []
                await Task.yield()
            }
        }
        upload.status = upload.rejected == 0 ? .completed : upload.accepted == 0 ? .failed : .requiresReview
        note(&upload, faults)
        try await store.keep(samples, of: upload, isLast: true)
        tell(upload)
    }

    /// Says that an upload failed, and keeps what came with it: a later version may be able to read it.
    private func tellUnreadable(_ upload: HealthUpload) async throws {
        var upload = upload
        upload.status = .failed
        let fault = FieldFault(nil, "What was kept of this upload cannot be read; send it again.", code: "unreadable")
        note(&upload, [fault])
        try await store.keep([], of: upload, isLast: false)
        tell(upload)
    }

    /// Tells whose it is that an upload was looked at to its end: what days come to can be asked for.
    private func tell(_ upload: HealthUpload) {
        let kind: AnalysisUpdateDocument.Kind = upload.kind == .metrics ? .metrics : .samples
        bus.publish(
            .analysisUpdated(AnalysisUpdateDocument(kind, upload.id, upload.status.rawValue), of: upload.person))
    }

    private func note(_ upload: inout HealthUpload, _ faults: [FieldFault]) {
        upload.updated = clock.now
        upload.faults = Self.text(faults)
    }
}

extension HealthKitUploadRequest {
    /// What was kept of an upload. The lists alone count, whatever another version of the program has kept beside them.
    /// - Returns: nil where there is no list, or one is none.
    fileprivate init?(kept bytes: [UInt8]) {
        guard let members = (try? JSONValue(parsing: bytes))?.object else { return nil }
        self.init()
        for (name, list) in [
            ("quantity_samples", \Self.quantities), ("category_samples", \Self.categories),
            ("workouts", \Self.workouts),
            ("correlation_samples", \Self.correlations),
        ] {
            switch members[name] {
            case nil, .null: continue
            case .array(let entries): self[keyPath: list] = entries.map { .sent($0) }
            default: return nil
            }
        }
        guard faults().first?.code != "missing" else { return nil }
    }
}
