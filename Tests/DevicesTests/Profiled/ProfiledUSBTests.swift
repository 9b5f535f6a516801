import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing
import USB

@testable import Devices

/// Oximeter frames with the wave going up by one each time: 72 /min, 97 %.
private func oximeter(_ range: Range<Int>) -> [UInt8] {
    range.flatMap { [0x85, UInt8($0 & 0x7F), 0x05, 0x48, 0x61] }
}

/// A frame of the board whose first channel is its number.
private func board(_ number: Int) -> [UInt8] {
    [0xA0, UInt8(number & 0xFF), 0, 0, UInt8(number & 0xFF)] + [UInt8](repeating: 0, count: 27) + [0xC0]
}

@Suite(.timeLimit(.minutes(2)))
struct ProfiledUSBTests {
    @Test func `an oximeter streams from a real terminal`() async throws {
        let bench = try TerminalBench("usb.contec-cms50d-plus")
        let task = try bench.start()
        await bench.ready()
        // Entered in the middle of a frame, and in pieces.
        bench.terminal?.say([0x48, 0x61])
        for index in 0..<120 { bench.terminal?.say(oximeter(index..<index + 1)) }
        await bench.until { bench.values("ppg").count == 120 }
        #expect(bench.values("ppg") == (0..<120).map { Float($0) })
        #expect(Set(bench.values("heart_rate")) == [72] && Set(bench.values("oxygen_saturation")) == [97])
        #expect(bench.stages == [.matched, .connected, .confirmed, .configured, .streaming])
        #expect(bench.outlet.losses.isEmpty)
        #expect(bench.outlet.events.contains(.contact(true)))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(bench.stages.last == .stopped)
    }

    @Test func `what is started is stopped, and frames that are missing are missing`() async throws {
        let bench = try TerminalBench("usb.openbci-cyton")
        let task = try bench.start()
        let heard = Mutex<[UInt8]>([])
        await bench.until {
            heard.withLock { $0 += bench.terminal?.hear() ?? [] }
            return heard.withLock { $0 } == Array("b".utf8)
        }
        var sent = 0
        for number in 0..<300 where !(100..<105).contains(number) {
            bench.clock.advance(bySeconds: 0.004)
            bench.terminal?.say(board(number))
            sent += 1
            let count = sent
            // One after the other, but for the first, which wait until they are known to be frames.
            if sent >= 5 { await bench.until { bench.outlet.batches.count == count } }
        }
        await bench.until { bench.outlet.batches.count == 295 }
        let gaps = bench.outlet.losses
        #expect(gaps.map(\.cause) == [.gap] && gaps.first?.count == 5 && gaps.first?.unit == .samples)
        #expect(bench.outlet.batches.map(\.axes) == [Int](repeating: 8, count: 295))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(bench.terminal?.hear() == Array("s".utf8))
    }

    @Test func `frames are found again after bytes that belong to none`() async throws {
        let bench = try TerminalBench("usb.contec-cms50d-plus")
        let task = try bench.start()
        await bench.ready()
        bench.terminal?.say(
            oximeter(0..<20) + [0x10, 0x20, 0x30] + oximeter(20..<40) + [0x85, 0x01, 0x85] + oximeter(40..<60))
        await bench.until { bench.values("ppg").count >= 60 }
        #expect(bench.values("ppg") == (0..<60).map { Float($0) })
        bench.clock.advance(bySeconds: 1)
        await bench.until { !bench.outlet.losses.isEmpty }
        #expect(bench.outlet.losses.map(\.cause) == [.damaged])
        task.cancel()
        _ = await task.result
    }

    @Test(arguments: [
        Array("$GPGGA,115739.00,4158.8441367,N,09147.4416929,W,4,13,0.9,255.747,M,-32.00,M,01,0000*6E\r\n".utf8),
        [UInt8](0...255), [0x80], [0xFF, 0x00], [0x85, 0x48],
    ])
    func `something else on the same converter is told and left alone`(_ noise: [UInt8]) async throws {
        let bench = try TerminalBench("usb.contec-cms50d-plus")
        let task = try bench.start()
        await bench.ready()
        for _ in 0..<(6000 / noise.count + 1) { bench.terminal?.say(noise) }
        let result = await task.result
        guard case .failure(let error) = result, let failure = error as? Failure else {
            Issue.record("it was taken for an oximeter")
            return
        }
        #expect(failure.code == .notFound && failure.message.contains("Choose another profile"))
        #expect(bench.outlet.batches.isEmpty)
        #expect(!bench.stages.contains(.confirmed))
        #expect(bench.stages.last == .interrupted)
    }

    @Test func `a device that is unplugged is interrupted, and goes on when it is plugged in again`() async throws {
        let bench = try TerminalBench("usb.contec-cms50d-plus")
        let task = try bench.start()
        await bench.ready()
        bench.terminal?.say(oximeter(0..<30))
        await bench.until { bench.values("ppg").count == 30 }
        bench.plug(nil)
        await bench.until { bench.stages.last == .interrupted && bench.clock.waiting > 0 }
        bench.clock.advance(bySeconds: 1)
        await bench.until { bench.stages.count { $0 == .interrupted } == 2 && bench.clock.waiting > 0 }
        let reasons = bench.outlet.events.compactMap { event -> String? in
            if case .stage(.interrupted, let reason, _) = event { reason } else { nil }
        }
        #expect(reasons.first?.contains("unplugged") == true && reasons.last?.contains("not plugged in") == true)
        bench.plug(try PseudoTerminal())
        bench.clock.advance(bySeconds: 40)
        await bench.ready(after: 1)
        bench.terminal?.say(oximeter(30..<60))
        await bench.until { bench.values("ppg").count == 60 }
        #expect(bench.stages.last == .resumed)
        let loss = try #require(bench.outlet.losses.first)
        #expect(bench.outlet.losses.count == 1 && loss.cause == .disconnected && loss.unit == .seconds)
        #expect(loss.count > 39 && loss.count < 44)
        task.cancel()
        _ = await task.result
    }

    @Test func `a line on which nothing comes any more is silent and is tried again`() async throws {
        let bench = try TerminalBench("usb.contec-cms50d-plus")
        let task = try bench.start()
        await bench.ready()
        bench.terminal?.say(oximeter(0..<30))
        await bench.until { bench.values("ppg").count == 30 && bench.clock.waiting > 0 }
        bench.clock.advance(bySeconds: 6)
        // It is tried again after a second, and again where the line was not closed yet.
        await bench.until {
            if bench.clock.waiting > 0, bench.stages.last == .interrupted { bench.clock.advance(bySeconds: 1) }
            return bench.stages.count { $0 == .connected } == 2
        }
        #expect(bench.outlet.links.contains("silent") && bench.stages.contains(.interrupted))
        bench.terminal?.say(oximeter(30..<60))
        await bench.until { bench.values("ppg").count == 60 }
        #expect(bench.outlet.losses.map(\.cause) == [.silent] && bench.stages.last == .resumed)
        task.cancel()
        _ = await task.result
    }

    @Test(arguments: [3600.0, -3600])
    func `a clock that is set ends no line, and keeps none that says nothing`(_ step: Double) async throws {
        let bench = try TerminalBench("usb.contec-cms50d-plus")
        let task = try bench.start()
        await bench.ready()
        bench.terminal?.say(oximeter(0..<30))
        await bench.until { bench.values("ppg").count == 30 && bench.clock.waiting > 0 }
        bench.clock.set(to: bench.clock.now.advanced(bySeconds: step))
        bench.clock.advance(bySeconds: 2)
        try await Task.sleep(for: .milliseconds(100))
        #expect(!bench.outlet.links.contains("silent") && bench.stages.last == .streaming)
        await bench.until { bench.clock.waiting > 0 }
        bench.clock.advance(bySeconds: 4)
        for _ in 0..<2000 where !bench.outlet.links.contains("silent") { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(bench.outlet.links.contains("silent"))
        task.cancel()
        _ = await task.result
    }

    @Test func `no bytes make more of it than frames`() {
        var state: UInt64 = 7
        func random() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        let library = ProfileLibrary(folders: [])
        for profile in library.profiles {
            guard let access = profile.usb, let decoder = try? ProfileDecoder(profile, settings: SettingValues(profile))
            else { continue }
            for isConfirmed in [false, true] {
                var frames = USBFrames(access, decoder: decoder, isConfirmed: isConfirmed)
                for _ in 0..<200 {
                    let bytes = (0..<Int(random())).map { _ in random() }
                    guard !bytes.isEmpty else { continue }
                    let outcome = frames.take(bytes, at: Instant(nanoseconds: 0))
                    if !isConfirmed, case .frames = outcome { Issue.record("\(profile.id) took noise for frames") }
                }
            }
        }
    }
}

@Suite struct ProfiledUSBFinderTests {
    private let library = ProfileLibrary(folders: [])
    private var finder: ProfiledUSBFinder { ProfiledUSBFinder(library: library, tree: USBTree(root: "/nonexistent")) }
    private func bridge(_ serial: String? = "0001") -> USBDevice {
        USBDevice(
            path: "1-2", address: 5, vendor: 0x10C4, product: 0xEA60, manufacturer: "Silicon Labs",
            productName: "CP2102 USB to UART Bridge Controller", serial: serial,
            interfaces: [.init(number: 0, classCode: 0xFF, subclass: 0, protocolCode: 0, endpoints: [0x01, 0x82])],
            nodes: [.init(kind: .serial, path: "/dev/ttyUSB99", interface: 0)])
    }

    @Test func `a bridge is offered, and is nobody's until somebody says whose`() throws {
        let finder = finder
        guard case .found(let found)? = finder.told(.attached(bridge())).first else {
            Issue.record("nothing was found")
            return
        }
        #expect(found.profiles.isEmpty && found.description == nil && found.bus == .usb)
        // Many such cables have the serial number 0001.
        #expect(found.id == "usb-10c4-ea60-at-1-2")
        #expect(throws: Failure.self) { try finder.source(for: found, choices: DeviceChoices()) }
        var choices = DeviceChoices()
        choices.profile = "usb.contec-cms50d-plus"
        let source = try finder.source(for: found, choices: choices)
        #expect(source.device.id.rawValue == found.id && source.device.kind == .oximeter)
        choices.profile = "polar.h10"
        #expect(throws: Failure.self) { try finder.source(for: found, choices: choices) }
        guard case .lost(found.id)? = finder.told(.detached(path: "1-2")).first else {
            Issue.record("nothing was lost")
            return
        }
    }

    @Test func `a serial number that tells is part of the name`() {
        #expect(bridge("DM00Q1XY").profiledID == "usb-10c4-ea60-dm00q1xy")
        #expect(bridge(nil).profiledID == "usb-10c4-ea60-at-1-2")
        #expect(bridge("00000000").profiledID == "usb-10c4-ea60-at-1-2")
    }

    @Test func `modems, sticks, keyboards and recorders are not offered`() {
        var modem = bridge()
        modem.interfaces += (1...4).map { .init(number: $0, classCode: 0xFF, subclass: 0, protocolCode: 0) }
        var stick = bridge()
        (stick.vendor, stick.product) = (0x0FCF, 0x1009)
        var keyboard = bridge()
        keyboard.interfaces = [.init(number: 0, classCode: 3, subclass: 1, protocolCode: 1)]
        keyboard.nodes = [.init(kind: .hid, path: "/dev/hidraw0", interface: 0)]
        var recorder = bridge()
        (recorder.vendor, recorder.product, recorder.productName) = (0x04D8, 0x0057, "AX3 Composite Device 1.7")
        for device in [modem, stick, keyboard, recorder] { #expect(finder.told(.attached(device)).isEmpty) }
    }
}
