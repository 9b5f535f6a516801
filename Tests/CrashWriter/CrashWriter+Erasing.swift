import Glibc
import Signals
import Store

extension CrashWriter {
    /// Fills a store, erases a person while the disk has no room to write the file anew, tells how each step went, and
    /// ends as a crash does.
    static func erase(_ folder: String) async throws {
        signal(SIGXFSZ, SIG_IGN)
        var store = try Store(folder: folder)
        for step in 0..<4000 {
            if let batch = CrashSeries.batch(step) { store.append(batch) }
            if step.isMultiple(of: 200) { try await store.flush() }
        }
        let person = try await store.addPerson(named: "Unmistakable Ben")
        store.close()
        store = try Store(folder: folder)
        limitFiles(to: 300_000)
        let rows = try store.erase(Erasure(person: person.id, worn: [], recordings: []))
        say("erased \(rows["person"] ?? 0)")
        do {
            try await store.finishErasing()
            say("finished")
        } catch {
            say("unfinished \(error.cause is ErasureUnfinished)")
        }
        _ = store.append([CrashSeries.beat(0)], device: CrashSeries.device)
        try await store.flush()
        say("status \(store.status.isRecording) \(store.status.unfinished != nil)")
        _exit(9)
    }
}
