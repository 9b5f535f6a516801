import Devices
import Foundation
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// A recorder made of a file, which can be pulled out in the middle.
final class ScriptedRecorder: CableRecorder {
    struct State {
        var holds: [UInt8]
        var copied = 0
        /// Bytes after which it is pulled out; nil to stay.
        var pulledAt: Int?
        /// Waits in the middle of copying until the copy is stopped.
        var stalls = false
        /// Is pulled out once it was emptied.
        var goesWhenEmpty = false
        /// Whether it was copied where a thread may wait.
        var mayWait = false
        var configured: [(AxivitySetup, AxivityDataDisposition)] = []
    }
    let state: Mutex<State>

    init(holds: [UInt8]) { state = Mutex(State(holds: holds)) }

    func look() async throws -> RecorderReading {
        if state.withLock({ $0.goesWhenEmpty && $0.holds.isEmpty }) {
            throw Failure(.failed, "The recorder was unplugged.", cause: AxivityDisconnected())
        }
        return RecorderReading(number: "7", batteryPercent: 90, recordingBytes: state.withLock { $0.holds.count })
    }

    func copy(
        into folder: String, progress: @escaping @Sendable (CableRecorderState.Phase, Int, Int) -> Void
    ) async throws -> RecorderCopy {
        let mayWait = DiskWait.isAllowedHere
        let holds = state.withLock { state in
            state.mayWait = mayWait
            return state.holds
        }
        let path = "\(folder)/seven.cwa"
        progress(.downloading, state.withLock { $0.copied }, holds.count)
        if let limit = state.withLock({ $0.pulledAt }) {
            state.withLock { ($0.copied, $0.pulledAt) = (limit, nil) }
            progress(.downloading, limit, holds.count)
            throw Failure(.failed, "The recorder was unplugged.", cause: AxivityDisconnected())
        }
        while state.withLock({ $0.stalls }) { try await Task.sleep(for: .milliseconds(2)) }
        try Data(holds).write(to: URL(fileURLWithPath: path))
        progress(.verifying, 1000, 1000)
        return RecorderCopy(path: path, bytes: holds.count)
    }

    func configure(_ setup: AxivitySetup, confirmed typed: String, data disposition: AxivityDataDisposition)
        async throws
    {
        guard typed == "7" else { throw Failure(.notPermitted, "“\(typed)” is another recorder.") }
        state.withLock { state in
            state.configured.append((setup, disposition))
            state.holds = []
        }
    }

    func clear(confirmed typed: String, data disposition: AxivityDataDisposition) async throws {
        guard typed == "7" else { throw Failure(.notPermitted, "“\(typed)” is another recorder.") }
        if disposition == .keep { throw Failure(.notPermitted, "It still holds a recording.") }
        state.withLock { $0.holds = [] }
    }
}

@Suite("The work on recorders")
struct RecorderCoordinatorTests {
    private let folder = NSTemporaryDirectory() + "nj-desk-\(UUID().uuidString.prefix(8))"

    private func gateway(_ recorder: ScriptedRecorder?) throws -> Gateway {
        var configuration = Gateway.Configuration(folder: folder, zone: .utc)
        configuration.recorder = { id in id == "usb-7" ? recorder : nil }
        return try Gateway(configuration)
    }

    private func recording() -> [UInt8] {
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: 400)
        return writer.bytes
    }

    private func until(_ gateway: Gateway, _ condition: (CableRecorderState) -> Bool) async throws -> CableRecorderState
    {
        for _ in 0..<5000 {
            if let state = gateway.recorders.states.first, condition(state) { return state }
            try await Task.sleep(for: .milliseconds(2))
        }
        throw Failure(.failed, "it did not happen: \(gateway.recorders.states)")
    }

    @Test("copies, checks, takes the recording into the store, and keeps the copy until the recorder is emptied")
    func whole() async throws {
        let gateway = try gateway(ScriptedRecorder(holds: recording()))
        #expect(try await gateway.recorders.read("usb-7").reading?.number == "7")
        try gateway.recorders.download("usb-7")
        let done = try await until(gateway) { !$0.phase.isBusy }
        #expect(done.phase == .complete && done.copy?.objections == [])
        let path = try #require(done.copy?.path)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try gateway.imports.all().map(\.stage) == [.complete])
        let empty = try await gateway.recorders.clear("usb-7", confirmed: "7", givesUp: false)
        #expect(empty.copy == nil && empty.reading?.recordingBytes == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("keeps no copy of a recording that is gone, though the recorder is pulled out as soon as it is empty")
    func pulledWhenEmpty() async throws {
        let recorder = ScriptedRecorder(holds: recording())
        let gateway = try gateway(recorder)
        try gateway.recorders.download("usb-7")
        let path = try #require(try await until(gateway) { !$0.phase.isBusy }.copy?.path)
        recorder.state.withLock { $0.goesWhenEmpty = true }
        await #expect(throws: Failure.self) {
            _ = try await gateway.recorders.clear("usb-7", confirmed: "7", givesUp: false)
        }
        #expect(gateway.recorders.states.first?.copy == nil && !FileManager.default.fileExists(atPath: path))
    }

    @Test("lets no recording go whose copy could not be imported")
    func notImported() async throws {
        let recorder = ScriptedRecorder(holds: [UInt8](repeating: 7, count: 51_200))
        let gateway = try gateway(recorder)
        try gateway.recorders.download("usb-7")
        let failed = try await until(gateway) { !$0.phase.isBusy }
        #expect(failed.phase == .failed && failed.copy == nil)
        #expect(failed.message?.hasPrefix("The recording was copied and could not be imported: ") == true)
        await #expect(throws: Failure.self) {
            _ = try await gateway.recorders.clear("usb-7", confirmed: "7", givesUp: false)
        }
        #expect(recorder.state.withLock { $0.holds.count } == 51_200)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/recorders/seven.cwa"))
        #expect(recorder.state.withLock { $0.mayWait }, "it is copied on a thread that was made for waiting")
    }

    @Test("lets no recording go that was deleted from the store since it was copied")
    func deleted() async throws {
        let recorder = ScriptedRecorder(holds: recording())
        let gateway = try gateway(recorder)
        try gateway.recorders.download("usb-7")
        #expect(try await until(gateway) { !$0.phase.isBusy }.phase == .complete)
        try await gateway.store.remove(try #require(gateway.store.recordings().first).id)
        await #expect(throws: Failure.self) {
            _ = try await gateway.recorders.clear("usb-7", confirmed: "7", givesUp: false)
        }
        #expect(!recorder.state.withLock { $0.holds.isEmpty })
    }

    @Test("keeps no copy over a restart that is in the store, and goes on with others")
    func restarted() async throws {
        do {
            let gateway = try gateway(ScriptedRecorder(holds: recording()))
            try gateway.recorders.download("usb-7")
            #expect(try await until(gateway) { !$0.phase.isBusy }.phase == .complete)
            gateway.store.close()
        }
        let part = "\(folder)/recorders/eight.cwa.part"
        try Data(recording().dropLast(512)).write(to: URL(fileURLWithPath: part))
        let gateway = try gateway(nil)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/recorders/seven.cwa"))
        #expect(FileManager.default.fileExists(atPath: part))
        gateway.store.close()
    }

    @Test("keeps no copy of somebody who is deleted, nor what may be of them")
    func leaving() async throws {
        let gateway = try gateway(ScriptedRecorder(holds: recording()))
        try gateway.recorders.download("usb-7")
        #expect(try await until(gateway) { !$0.phase.isBusy }.phase == .complete)
        let part = "\(folder)/recorders/eight.cwa.part"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: part))
        let kept = try #require(try gateway.store.recordings().first)
        let (device, first) = (try #require(kept.device), try #require(kept.firstSample))
        let bo = try await gateway.wearerRegistry.add("Bo")
        _ = try await gateway.delete(bo.id)
        // It is nobody's of whom something was deleted, and what is a part of a copy may be anybody's.
        #expect(FileManager.default.fileExists(atPath: "\(folder)/recorders/seven.cwa"))
        #expect(!FileManager.default.fileExists(atPath: part))
        let ada = try await gateway.wearerRegistry.add("Ada")
        try await gateway.wearerRegistry.correct(device, person: ada.id, from: first.advanced(bySeconds: -60), to: nil)
        _ = try await gateway.delete(ada.id)
        #expect(try gateway.store.recordings().filter { $0.state == .complete }.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/recorders/seven.cwa"))
        #expect(gateway.recorders.states.first?.copy == nil && gateway.recorders.states.first?.phase == .ready)
    }

    @Test("waits after an unplugging and goes on")
    func unplugged() async throws {
        let recorder = ScriptedRecorder(holds: recording())
        recorder.state.withLock { $0.pulledAt = 51_200 }
        let gateway = try gateway(recorder)
        try gateway.recorders.download("usb-7")
        let broken = try await until(gateway) { !$0.phase.isBusy }
        #expect(broken.phase == .paused && broken.done == 51_200 && broken.message?.contains("unplugged") == true)
        try gateway.recorders.download("usb-7")
        #expect(try await until(gateway) { !$0.phase.isBusy }.phase == .complete)
    }

    @Test("is stopped by a person, and does one thing at a time")
    func stopped() async throws {
        let recorder = ScriptedRecorder(holds: recording())
        recorder.state.withLock { $0.stalls = true }
        let gateway = try gateway(recorder)
        try gateway.recorders.download("usb-7")
        #expect(throws: Failure.self) { try gateway.recorders.download("usb-7") }
        await #expect(throws: Failure.self) {
            _ = try await gateway.recorders.clear("usb-7", confirmed: "7", givesUp: true)
        }
        #expect(recorder.state.withLock { $0.holds.count } > 0)
        #expect(try await gateway.recorders.stop("usb-7").phase == .paused)
        await #expect(throws: Failure.self) { _ = try await gateway.recorders.stop("usb-7") }
    }

    @Test("lets a recording go only with its number, and only copied or given up")
    func guarded() async throws {
        let recorder = ScriptedRecorder(holds: recording())
        let gateway = try gateway(recorder)
        for (typed, givesUp) in [("8", true), ("", true), ("7", false)] {
            await #expect(throws: Failure.self) {
                _ = try await gateway.recorders.clear("usb-7", confirmed: typed, givesUp: givesUp)
            }
        }
        #expect(recorder.state.withLock { $0.holds.count } > 0)
        #expect(gateway.recorders.states.first?.phase == .failed)
        _ = try await gateway.recorders.configure("usb-7", AxivitySetup(zone: .utc), confirmed: "7")
        #expect(recorder.state.withLock { $0.configured.map(\.1) } == [.keep], "nothing was copied, so nothing may go")
    }

    @Test("says that a recorder is not plugged in")
    func absent() async throws {
        let gateway = try gateway(nil)
        await #expect(throws: Failure.self) { _ = try await gateway.recorders.read("usb-7") }
        #expect(throws: Failure.self) { try gateway.recorders.download("usb-7") }
    }
}
