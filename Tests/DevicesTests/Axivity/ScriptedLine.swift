import Devices
import Glibc
import Signals
import Synchronization
import TestKit
import USB

/// A line to ``AxivityFirmware`` that answers within `write`, in pieces of a few bytes as a bus brings them.
final class ScriptedLine: SerialLine {
    struct State: Sendable {
        var firmware: AxivityFirmware
        var receive: (@Sendable (SerialEvent) -> Void)?
        var writes: [[UInt8]] = []
        /// The device goes away instead of hearing a line that begins so.
        var unplugAt: String?
        var isOpen = false
        /// Sent in front of the first answer.
        var noise: [UInt8] = []
        var fetches = true
    }

    let state: Mutex<State>
    let pieces: Int

    init(_ firmware: AxivityFirmware = AxivityFirmware(), pieces: Int = 7, unplugAt: String? = nil, noise: [UInt8] = [])
    {
        state = Mutex(State(firmware: firmware, unplugAt: unplugAt, noise: noise))
        self.pieces = pieces
    }

    var name: String { "script" }
    var firmware: AxivityFirmware { state.withLock { $0.firmware } }
    var writes: [[UInt8]] { state.withLock { $0.writes } }

    func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {
        state.withLock { ($0.receive, $0.isOpen) = (receive, true) }
    }

    func write(_ bytes: [UInt8]) async throws {
        let isGone = state.withLock { state in
            state.writes.append(bytes)
            guard state.isOpen else { return true }
            if let word = state.unplugAt, String(decoding: bytes, as: UTF8.self).contains(word) {
                state.isOpen = false
                return true
            }
            state.firmware.receive(bytes)
            return false
        }
        if isGone {
            end("the recorder was unplugged")
            throw Failure(.notFound, "the recorder was unplugged")
        }
        deliver()
        // What the firmware puts off is done as soon as it can be.
        while state.withLock({ $0.firmware.isBusy && $0.fetches }) {
            let isStream = state.withLock {
                $0.writes.last.map { String(decoding: $0, as: UTF8.self).contains("STREAM") } ?? false
            }
            state.withLock { $0.firmware.pass(seconds: isStream ? 0.1 : 1) }
            deliver()
            if isStream { break }
        }
    }

    func close() { end(nil) }

    /// Brings what the firmware has said.
    func deliver() {
        let (bytes, receive) = state.withLock { state -> ([UInt8], (@Sendable (SerialEvent) -> Void)?) in
            defer { state.noise = [] }
            return (state.noise + state.firmware.drain(), state.receive)
        }
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            receive?(.bytes(Array(bytes[start..<min(start + pieces, bytes.count)])))
        }
    }

    private func end(_ reason: String?) {
        let receive = state.withLock { state in
            defer { (state.receive, state.isOpen) = (nil, false) }
            return state.receive
        }
        receive?(.closed(reason: reason))
    }
}

/// A folder of a test, gone with it.
final class TestFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/nightjar-usb-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }

    deinit {
        _ = nftw(path, { name, _, _, _ in name.map { remove($0) } ?? 0 }, 16, Int32(FTW_DEPTH | FTW_PHYS))
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        let file = "\(path)/\(name)"
        if let slash = file.lastIndex(of: "/"), file[..<slash] != path { mkdir(String(file[..<slash]), 0o755) }
        let stream = fopen(file, "w")
        fwrite(bytes, 1, bytes.count, stream)
        if let stream { fclose(stream) }
        return file
    }

    func read(_ name: String) -> [UInt8] {
        guard let stream = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, stream))
        return bytes
    }

    func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }
}

/// A recorder made of a script and a folder.
final class ScriptedRecorder: AxivityAccess {
    let script: ScriptedLine
    let volume = TestFolder()
    let label: String?
    let usbSerial: String?

    init(_ script: ScriptedLine = ScriptedLine(), serial: String? = "CWA17_12345", label: String? = "AX317_12345") {
        self.script = script
        usbSerial = serial
        self.label = label
    }

    var serial: String? { usbSerial }
    func line() throws -> any SerialLine { script }
    func withVolume<Value: Sendable>(
        _ body: @Sendable (_ folder: String, _ label: String?) async throws -> Value
    ) async throws -> Value { try await body(volume.path, label) }

    /// Puts a recording on the volume.
    @discardableResult
    func record(sectors: Int = 40, number: UInt32 = 12_345) -> [UInt8] {
        var settings = CWAWriter.Settings()
        settings.device = number
        settings.session = 7
        var writer = CWAWriter(settings, keepsTruth: false)
        writer.append(sectors: sectors)
        volume.write("CWA-DATA.CWA", writer.bytes)
        return writer.bytes
    }
}
