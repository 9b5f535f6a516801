import Documents
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Bluetooth

@Suite(.timeLimit(.minutes(2))) struct RadioScanAndPairingTests {
    private let strap = BluetoothAddress(bits: 0xF1F2_F3F4_F5F6, kind: .random)
    private let strapBytes: [UInt8] = [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2]

    @Test("a scan gives what its filter wants, every time it is heard, and ends the discovery with its task")
    func scan() async throws {
        let kernel = ScriptedKernel()
        let radio = try radio(kernel)
        let heard = Mutex<[Advertisement]>([])
        let scanning = Task {
            var filter = ScanFilter()
            filter.services = [BluetoothUUID(0x180D)]
            try await radio.scan(filter) { advertisement in heard.withLock { $0.append(advertisement) } }
        }
        try await kernel.waitForCommand(0x003A)
        let tail: [UInt8] = [0xCE, 0, 0, 0, 0]
        for _ in 0..<3 { kernel.tell(0x0012, 0, strapBytes + tail + [4, 0, 3, 3, 0x0D, 0x18]) }
        kernel.tell(0x0012, 0, strapBytes + tail + [4, 0, 3, 3, 0x0F, 0x18])
        try await eventually { heard.withLock { $0.count } == 3 }
        #expect(heard.withLock { $0.allSatisfy { $0.rssi == -50 && $0.address == strap } })
        scanning.cancel()
        await #expect(throws: CancellationError.self) { try await scanning.value }
        try await kernel.waitForCommand(0x0024)
        #expect(heard.withLock { $0.count } == 3)
    }

    @Test("a scan ends with the management channel, with the reason, and another one opens it anew")
    func ended() async throws {
        let kernel = ScriptedKernel()
        let radio = try radio(kernel)
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        try await kernel.waitForCommand(0x0023)
        kernel.endControl()
        await #expect(throws: Failure.self) { try await scanning.value }
        let again = Task { try await radio.scan(ScanFilter()) { _ in } }
        try await kernel.waitForCommand(0x0023, count: 2)
        again.cancel()
        _ = await again.result
    }

    @Test("an adapter that was switched off while it scanned leaves the thread at rest, and scans when it is on again")
    func switchedOff() async throws {
        let kernel = ScriptedKernel()
        let thread = try RadioThread(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)),
            server: GATTServer(name: "Nightjar", zone: .utc), keys: nil)
        let scanning = Task { try await thread.scan(ScanFilter()) { _ in } }
        try await kernel.waitForCommand(0x0023)
        // Then it is not for us to switch it on again.
        kernel.share()
        while await !thread.isShared { try await Task.sleep(for: .milliseconds(1)) }
        kernel.tell(0x0006, 0, [0, 2, 0, 0])
        while await thread.adapters[0]?.failure == nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(await thread.scans.count == 1)
        #expect(await thread.deadline == nil, "nothing is due before something comes")
        let scans = kernel.commands.count { $0.code == 0x0023 }
        kernel.tell(0x0006, 0, [1, 2, 0, 0])
        try await kernel.waitForCommand(0x0023, count: scans + 1)
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("a disk that is stuck holds neither the radio's thread nor what is heard on it")
    func stuckDisk() async throws {
        let folder = KeyFolder(path: "\(temporary)/nightjar-stuck-\(UInt64.random(in: 0...UInt64.max))")
        let adapter = BluetoothAddress(bits: 0x0011_2233_4400, kind: .public)
        #expect(mkdir(folder.path, 0o700) == 0)
        let files = [folder.file(of: adapter), folder.database(of: strap), "\(folder.file(of: adapter)).new"]
        for file in files { #expect(mkfifo(file, 0o600) == 0) }
        defer {
            for file in files { unlink(file) }
            rmdir(folder.path)
        }
        let kernel = ScriptedKernel([.up(ScriptedPeer())])
        let thread = try RadioThread(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)),
            server: GATTServer(name: "Nightjar", zone: .utc), keys: folder)
        let heard = Mutex(0)
        let scanning = Task { try await thread.scan(ScanFilter()) { _ in heard.withLock { $0 += 1 } } }
        let advertisement: [UInt8] = strapBytes + [0xCE, 0, 0, 0, 0, 3, 0, 2, 1, 6]
        // The keys of the adapter are read.
        var writer = try await reading(files[0])
        _ = await thread.uptime
        close(writer)
        try await kernel.waitForCommand(0x0023)
        // What the device offers is read.
        let strap = strap
        let connecting = Task { try await thread.connect(to: strap, options: .init()) { _ in } }
        writer = try await reading(files[1])
        kernel.tell(0x0012, 0, advertisement)
        try await eventually { heard.withLock(\.self) == 1 }
        close(writer)
        _ = try await connecting.value
        // A key is written.
        kernel.tell(0x000A, 0, [1] + strapBytes + [2, 0, 16] + [UInt8](repeating: 0, count: 26))
        kernel.tell(0x0012, 0, advertisement)
        try await eventually { heard.withLock(\.self) == 2 }
        let reader = open(files[2], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        scanning.cancel()
        _ = await scanning.result
        close(reader)
    }

    /// Waits until somebody reads a pipe, who then waits for what is written into it.
    private func reading(_ file: String) async throws -> Int32 {
        while true {
            let writer = open(file, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if writer >= 0 { return writer }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    @Test("scanning makes room for a connection and goes on after it")
    func room() async throws {
        let kernel = ScriptedKernel([.up(ScriptedPeer())])
        let radio = try radio(kernel)
        let scanning = Task { try await radio.scan(ScanFilter()) { _ in } }
        try await kernel.waitForCommand(0x0023)
        _ = try await radio.connect(to: strap, options: .init()) { _ in }
        try await kernel.waitForCommand(0x0024)
        #expect(kernel.commands.count { $0.code == 0x0023 } == 1)
        kernel.pass(.seconds(4))
        _ = await radio.adapters()
        try await kernel.waitForCommand(0x0023, count: 2)
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("a paired device that changes its address is heard as the one that was met, not as another")
    func metUnderAnother() async throws {
        let met = BluetoothAddress(bits: 0x4A05_0403_0201, kind: .random)
        let kernel = ScriptedKernel([.up(ScriptedPeer())])
        let radio = try radio(kernel)
        let link = try await radio.connect(to: met, options: .init()) { _ in }
        let heard = Mutex<[BluetoothAddress]>([])
        let scanning = Task {
            try await radio.scan(ScanFilter()) { advertisement in
                heard.withLock { $0.append(advertisement.address) }
            }
        }
        try await kernel.waitForCommand(0x0052)
        // The key that resolves it: stored for good, met as 4A:05:04:03:02:01, the lasting address, the key.
        kernel.tell(0x0018, 0, [1, 1, 2, 3, 4, 5, 0x4A] + strapBytes + [UInt8](repeating: 7, count: 16))
        kernel.tell(0x0012, 0, strapBytes + [0xCE, 0, 0, 0, 0, 3, 0, 2, 1, 6])
        try await eventually { !heard.withLock { $0.isEmpty } }
        #expect(heard.withLock { $0 } == [met] && link.address == met)
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("a quiet scan listens without asking and stops listening at its end")
    func quiet() async throws {
        let kernel = ScriptedKernel()
        let radio = try radio(kernel)
        let scanning = Task {
            var filter = ScanFilter()
            filter.isActive = false
            try await radio.scan(filter) { _ in }
        }
        try await kernel.waitForCommand(0x0052)
        scanning.cancel()
        _ = await scanning.result
        try await kernel.waitForCommand(0x0053)
        #expect(kernel.commands.last?.parameters == [5, 0])
        #expect(!kernel.commands.contains { $0.code == 0x0023 })
    }

    @Test("listening goes on where another program took our monitor away")
    func monitorTaken() async throws {
        let kernel = ScriptedKernel()
        let radio = try radio(kernel)
        let scanning = Task {
            var filter = ScanFilter()
            filter.isActive = false
            try await radio.scan(filter) { _ in }
        }
        try await kernel.waitForCommand(0x0052)
        kernel.tell(0x002C, 0, [0, 0])
        try await kernel.waitForCommand(0x0052, count: 2)
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("without the capability the scan names it and the command that gives it")
    func capability() async throws {
        for code in [UInt16(0x0005), 0x0023] {
            let kernel = ScriptedKernel()
            kernel.answer(code, with: .notPermitted)
            let failure = try await #require(throws: Failure.self) {
                try await radio(kernel).scan(ScanFilter()) { _ in }
            }
            #expect(failure.code == .notPermitted)
            #expect(failure.message.contains("CAP_NET_ADMIN") && failure.message.contains("setcap cap_net_admin+ep"))
        }
    }

    @Test("no adapter and no Bluetooth at all are two different things")
    func nothing() async throws {
        let kernel = ScriptedKernel()
        kernel.unplugAll()
        let radio = try radio(kernel)
        await #expect(throws: Failure.self) { try await radio.scan(ScanFilter()) { _ in } }
        #expect(await radio.adapters().problem?.contains("no Bluetooth adapter") == true)
        var system = kernel.system
        system.openControl = { .failure(.init(number: EAFNOSUPPORT)) }
        let list = await (try BluetoothRadio(system: system)).adapters()
        #expect(list.problem?.contains("This kernel has no Bluetooth (AF_BLUETOOTH)") == true)
    }

    @Test("a protected value is read after pairing, which is confirmed, and its key is kept for the next start")
    func pairing() async throws {
        let folder = "\(temporary)/nightjar-pairing-\(UInt64.random(in: 0...UInt64.max))"
        let peer = ScriptedPeer()
        peer.protect()
        let kernel = ScriptedKernel([.up(peer)])
        let link = try await radio(kernel, keyFolder: folder).connect(to: strap, options: .init()) { _ in }
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        #expect(try await link.read(secret) == [42])
        #expect(kernel.encrypted == 1)
        kernel.tell(0x000F, 0, strapBytes + [1, 0, 0, 0, 0])
        try await kernel.waitForCommand(0x001C)
        #expect(kernel.commands.last?.parameters == strapBytes)
        kernel.tell(0x000A, 0, [1] + strapBytes + [2, 0, 16] + [UInt8](repeating: 0, count: 26))
        kernel.tell(0x001C, 0, [1] + strapBytes + [80, 0, 160, 0, 0, 0, 0xF4, 1])
        let adapter = BluetoothAddress(bits: 0x0011_2233_4400, kind: .public)
        try await eventually {
            (try? KeyFolder(path: folder).read(adapter))?.parameters.count == 1
        }

        let later = ScriptedKernel([.up(ScriptedPeer())])
        _ = try await radio(later, keyFolder: folder).connect(to: strap, options: .init()) { _ in }
        let keys = try #require(later.commands.first { $0.code == 0x0013 })
        #expect(Array(keys.parameters.prefix(9)) == [1, 0] + strapBytes)
        let parameters = try #require(later.commands.first { $0.code == 0x0035 })
        #expect(
            parameters.parameters == [1, 0] + strapBytes + [80, 0, 160, 0, 0, 0, 0x58, 2],
            "what the device asked for, with our six seconds")
        unlink("\(folder)/001122334400.json")
        rmdir(folder)
    }

    @Test("only keys of devices that we are connected with are kept, and none of one that another program forgot")
    func othersKeys() async throws {
        let kernel = ScriptedKernel([.up(ScriptedPeer())])
        kernel.share()
        let thread = try RadioThread(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)),
            server: GATTServer(name: "Nightjar", zone: .utc), keys: nil)
        let link = try await thread.connect(to: strap, options: .init()) { _ in }
        let phone: [UInt8] = [1, 1, 1, 1, 1, 0xC1, 2]
        let parameters: [UInt8] = [80, 0, 160, 0, 0, 0, 0xF4, 1]
        for device in [phone, strapBytes] {
            kernel.tell(0x0018, 0, [1, 0, 0, 0, 0, 0, 0] + device + [UInt8](repeating: 7, count: 16))
            kernel.tell(0x000A, 0, [1] + device + [2, 0, 16] + [UInt8](repeating: 0, count: 26))
            kernel.tell(0x001C, 0, [1] + device + parameters)
        }
        while await thread.adapters[0]?.pairings.parameters.isEmpty == true { await Task.yield() }
        let kept = try #require(await thread.adapters[0]?.pairings)
        #expect(kept.longTermKeys.map(\.address) == [strap] && kept.identityKeys.map(\.address) == [strap])
        #expect(Array(kept.parameters.keys) == [strap])
        kernel.tell(0x0016, 0, strapBytes)
        while await thread.adapters[0]?.pairings != Pairings() { await Task.yield() }
        await link.disconnect()
    }

    @Test("what the kernel does not forget is told, and a device is forgotten in the files of absent adapters too")
    func forgets() async throws {
        let folder = KeyFolder(path: "\(temporary)/nightjar-forget-\(UInt64.random(in: 0...UInt64.max))")
        let absent = BluetoothAddress(bits: 0xAABB_CCDD_EEFF, kind: .public)
        var kept = Pairings()
        kept.parameters[strap] = ConnectionParameters(GATTLinkOptions())
        let other = BluetoothAddress(bits: 0xC1, kind: .random)
        kept.parameters[other] = ConnectionParameters(GATTLinkOptions())
        try folder.write(kept.json.text, to: folder.file(of: absent))
        try folder.write([], to: folder.database(of: other))
        defer {
            unlink(folder.file(of: absent))
            unlink(folder.database(of: other))
            rmdir(folder.path)
        }
        #expect(folder.adapters() == [absent])
        let kernel = ScriptedKernel()
        let radio = try radio(kernel, keyFolder: folder.path)
        for status in [0x00, 0x02, 0x06] as [UInt8] {
            kernel.answer(0x001B, with: .init(rawValue: status))
            try await radio.forget(strap)
        }
        try await eventually { (try? folder.read(absent))?.parameters.keys.map(\.bits) == [0xC1] }
        kernel.answer(0x001B, with: .notPermitted)
        let failure = await #expect(throws: Failure.self) { try await radio.forget(strap) }
        #expect(failure?.code == .notPermitted)
        kernel.answer(0x001B, with: .notPowered)
        try await radio.forget(strap)
        kernel.share()
        kernel.answer(0x001B, with: .init(rawValue: 0x03))
        await #expect(throws: Failure.self) { try await radio.forget(strap) }
    }

    @Test("a device that may not be paired is refused in words")
    func noPairing() async throws {
        let peer = ScriptedPeer()
        peer.protect()
        let kernel = ScriptedKernel([.up(peer)])
        var options = GATTLinkOptions()
        options.mayPair = false
        let link = try await radio(kernel).connect(to: strap, options: options) { _ in }
        let secret = try #require(link.database.characteristic(BluetoothUUID(0x2B00)))
        await #expect(throws: Failure.self) { try await link.read(secret) }
        #expect(kernel.encrypted == 0)
        #expect(try await link.read(secret) == [42], "the link is still good")
    }

    private func radio(_ kernel: ScriptedKernel, keyFolder: String? = nil) throws -> BluetoothRadio {
        try BluetoothRadio(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)), keyFolder: keyFolder)
    }

    private var temporary: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }
}
