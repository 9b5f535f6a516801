import AllocationCounter
import Dispatch
import Gateway
import Runtime
import Signals
import Store
import Synchronization
import TestKit

/// What a megabyte of an Axivity recording costs from the upload to epochs, nights and bytes in the store: the difference
/// of a long and a short file, so that opening and closing an import does not count.
struct ImportCount {
    /// Bytes of a megabyte here.
    private static let megabyte = 1_000_000.0
    /// Sectors of the files: 5 and 15 hours at 100 Hz.
    private static let (short, long) = (15_000, 45_000)

    func counts() async throws -> [(what: String, allocations: Double)] {
        let (short, long) = (Self.recording(sectors: Self.short), Self.recording(sectors: Self.long))
        var smallest = (UInt.max, UInt.max)
        for _ in 0..<Counting.rounds {
            smallest.0 = min(smallest.0, try await count(short))
            smallest.1 = min(smallest.1, try await count(long))
        }
        // Either may be the larger one where hardly anything is taken.
        let more = Double(smallest.1) - Double(smallest.0)
        return [("imported megabyte", more / (Double(long.count - short.count) / Self.megabyte))]
    }

    private static func recording(sectors: Int) -> [UInt8] {
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: sectors)
        return writer.bytes
    }

    /// Allocations from the first byte until the import is told to be complete.
    private func count(_ bytes: [UInt8]) async throws -> UInt {
        let folder = try Folder()
        let gateway = try Gateway(.init(folder: folder.path, zone: .utc))
        let end = End()
        let subscription = gateway.bus.subscribe { event in
            if case .importing(let status) = event, status.stage.isFinal { end.tell(status) }
        }
        let before = nj_allocations()
        let upload = try gateway.imports.begin(fileName: "made.cwa", zone: .utc, size: bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            try upload.write(Array(bytes[start..<min(bytes.count, start + 65_536)]))
        }
        _ = upload.finish()
        let (status, after) = await end.told()
        withExtendedLifetime(subscription) {}
        await settle(gateway)
        guard status.stage == .complete else { throw Failure(.failed, "The import ended so: \(status.message)") }
        return after - before
    }

    /// The import's task has the store until it is over.
    private func settle(_ gateway: Gateway) async {
        let run = Task { try await gateway.run() }
        run.cancel()
        _ = await run.result
    }

    /// How an import ended, and the count at that moment.
    private final class End: Sendable {
        private let stream: AsyncStream<(ImportStatus, UInt)>
        private let teller: AsyncStream<(ImportStatus, UInt)>.Continuation

        init() { (stream, teller) = AsyncStream.makeStream() }

        func tell(_ status: ImportStatus) { teller.yield((status, nj_allocations())) }

        func told() async -> (ImportStatus, UInt) {
            for await end in stream { return end }
            fatalError("The stream of an import does not end before it.")
        }
    }
}
