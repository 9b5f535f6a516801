public import Documents
import Runtime
import Signals
public import Store
import Synchronization

extension HealthIntake {
    /// Takes samples in HealthKit's shape in: they are kept one piece after the other, on a thread of its own, and go
    /// on after a restart.
    /// - Parameters:
    ///   - members: the members of the upload.
    ///   - person: whose they are.
    /// - Returns: the upload, not yet looked at.
    /// - Throws: ``HealthRefusal`` when the lists make no sense; `Failure` when nothing can be kept.
    public func take(samples members: [String: JSONValue], of person: Int64) async throws -> HealthUpload {
        var checks = HealthChecks()
        let token = checks.text("sync_token", of: members, at: "")
        var total = 0
        if !HealthKitReader.lists.contains(where: { members[$0] ?? .null != .null }) {
            checks.add("quantity_samples", "It is needed, or another list; it may be empty.", "missing")
        }
        for list in HealthKitReader.lists {
            switch members[list] ?? .null {
            case .null: continue
            case .array(let values): total += values.count
            case let other: checks.add(list, "It must be a list.", "invalid_type", other)
            }
        }
        if total > Self.sampleLimit {
            checks.add(
                "quantity_samples", "An upload carries \(Self.sampleLimit) samples at most.", "out_of_range",
                .number(Double(total)))
        }
        guard checks.faults.isEmpty else { throw HealthRefusal(checks.faults) }
        let random = HexText.text((0..<16).map { _ in UInt8.random(in: 0...255) })
        let upload = HealthUpload(
            id: "\(person)-\(random)", person: person, kind: .samples, source: "healthkit", syncToken: token,
            received: clock.now, total: total)
        try await store.add(upload, pending: JSONValue.object(members).text)
        start(upload, members)
        return upload
    }

    /// Goes on with what an earlier run left.
    /// - Throws: `Failure` when the store cannot be read.
    public func resume() throws {
        for (upload, pending) in try store.pendingHealthUploads() {
            start(upload, (try? JSONValue(parsing: pending))?.object ?? [:])
        }
    }

    /// Waits until nothing is being kept any more.
    public func settle() async {
        while let task = work.withLock({ $0.values.first }) { await task.value }
    }

    private func start(_ upload: HealthUpload, _ members: [String: JSONValue]) {
        work.withLock { work in
            guard work[upload.id] == nil else { return }
            work[upload.id] = Task(executorPreference: thread) { [self] in
                // What cannot be kept now stays pending and is tried again at the next start.
                do { try await keep(upload, members) } catch {
                    Log.error(
                        "An upload could not be kept yet.",
                        ["upload": .string("\(upload.id)"), "cause": Log.cause(error)])
                }
                self.work.withLock { _ = $0.removeValue(forKey: upload.id) }
            }
        }
    }

    private func keep(_ upload: HealthUpload, _ members: [String: JSONValue]) async throws {
        var upload = upload
        (upload.accepted, upload.rejected) = (0, 0)
        upload.status = .processing
        var faults: [HealthFault] = []
        var samples: [HealthSample] = []
        for list in HealthKitReader.lists {
            guard case .array(let values) = members[list] else { continue }
            for (index, value) in values.enumerated() {
                switch HealthKitReader.samples(value, in: list, at: "\(list)[\(index)]") {
                case .success(let found):
                    samples += found
                    upload.accepted += 1
                case .failure(let refusal):
                    upload.rejected += 1
                    faults += refusal.faults.prefix(max(0, Self.faultLimit - faults.count))
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
    }

    private func note(_ upload: inout HealthUpload, _ faults: [HealthFault]) {
        upload.updated = clock.now
        upload.faults = JSONValue.array(faults.map(\.json)).text
    }
}
