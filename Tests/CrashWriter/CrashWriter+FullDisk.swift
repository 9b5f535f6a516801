import Glibc
import Signals
import Store

extension CrashWriter {
    /// Writes live data until the system refuses to let files grow, goes on for a while, gets room again and says
    /// at each stage what the store says of itself. A limit on the size of files is refused by the kernel as a full
    /// disk is, and needs no rights.
    static func fillDisk(_ folder: String) throws {
        signal(SIGXFSZ, SIG_IGN)
        let store = try Store(folder: folder, options: .init(commitDelay: .milliseconds(20), memoryLimit: 200_000))
        limitFiles(to: 600_000)
        var step = 0
        func append() -> Bool {
            defer { step += 1 }
            guard let batch = CrashSeries.batch(step) else { return false }
            return store.append(batch) != nil
        }
        while store.status.isRecording, step < 100_000 {
            _ = append()
            if step.isMultiple(of: 20) { usleep(1000) }
        }
        say("red \(!store.status.isRecording) \(store.status.problem?.contains("Free some space") == true)")
        let already = Int(store.status.droppedSamples)
        var refused = 0
        for _ in 0..<1500 where !append() { refused += 1 }
        say("refused \(refused) \(Int(store.status.droppedSamples) - already) \(store.status.pendingBytes <= 200_000)")
        say("beats \(store.append([CrashSeries.beat(0)], device: CrashSeries.device) != nil)")
        let lost = Int(store.status.droppedSamples)
        limitFiles(to: nil)
        for _ in 0..<1000 where !store.status.isRecording { usleep(10_000) }
        say("green \(store.status.isRecording) \(store.status.problem == nil)")
        let other = store.append([CrashSeries.beat(1)], device: CrashSeries.device) != nil
        store.close()
        say("end \(step) \(lost) \(other)")
    }

    static func limitFiles(to bytes: UInt?) {
        var limit = rlimit()
        getrlimit(RLIMIT_FSIZE, &limit)
        limit.rlim_cur = bytes ?? limit.rlim_max
        setrlimit(RLIMIT_FSIZE, &limit)
    }
}
