import Devices
import Runtime
import Signals
import Synchronization
import TestKit
import Testing
import USB

@Suite struct AxivityPreviewTests {
    /// Stops after the first batch.
    private final class Watcher: DeviceOutlet {
        let batches = Mutex([SampleBatch]())
        let stages = Mutex([DeviceStage]())
        let battery = Mutex<Int?>(nil)
        let wanted: @Sendable (Int, Int) -> Bool

        init(until wanted: @escaping @Sendable (_ batches: Int, _ interruptions: Int) -> Bool) { self.wanted = wanted }

        func deliver(_ batch: SampleBatch) {
            batches.withLock { $0.append(batch) }
            stopWhenDone()
        }
        func deliver(_ beats: BeatBatch) {}
        func deliver(_ event: DeviceEvent, at instant: Instant) {
            switch event {
            case .stage(let stage, _, _): stages.withLock { $0.append(stage) }
            case .battery(let percent): battery.withLock { $0 = percent }
            default: break
            }
            stopWhenDone()
        }

        private func stopWhenDone() {
            let interruptions = stages.withLock { $0.count(where: { $0 == .interrupted }) }
            if wanted(batches.withLock { $0.count }, interruptions) { withUnsafeCurrentTask { $0?.cancel() } }
        }
    }

    private let clock = VirtualClock(start: Instant(nanoseconds: 1_800_000_000_000_000_000))

    private func preview(
        clock: (any HostClock)? = nil, _ find: @escaping @Sendable () -> (any AxivityAccess)?
    ) -> AxivityPreview {
        AxivityPreview(number: 12_345, model: "AX3", clock: clock ?? self.clock, find: find)
    }

    @Test func readingsComeInGAsAPreview() async throws {
        let recorder = ScriptedRecorder()
        // The recorder answers from a thread of its own, for which a virtual clock would not wait.
        let start = Instant(nanoseconds: 1_800_000_000_000_000_000)
        let preview = preview(clock: AcceleratedClock(origin: start, speed: 2)) { recorder }
        let outlet = Watcher { batches, _ in batches == 1 }
        let task = Task { try await preview.run(delivering: outlet) }
        await #expect(throws: CancellationError.self) { try await task.value }
        let batch = try #require(outlet.batches.withLock { $0.first })
        #expect(preview.device.isPreview && preview.device.id.rawValue == "axivity-12345")
        #expect(batch.channel == .acceleration && batch.unit == .standardGravity && (1...10).contains(batch.count))
        let first: [Float] = [1.0 / 256, -3.0 / 256, 251.0 / 256]
        #expect(Array(batch.values.prefix(3)) == first)
        #expect(batch.times.instant(at: batch.count - 1) <= batch.received)
        #expect(outlet.battery.withLock { $0 } == 87)
        #expect(outlet.stages.withLock { $0 } == [.configured, .streaming])
        #expect(recorder.script.firmware.heard == ["ID", "SAMPLE 1", "RATE", "STREAM"])
        // The stream was ended, as the recorder would go on talking to whoever comes next.
        #expect(!recorder.script.firmware.isBusy)
    }

    @Test func anAX6CountsByItsRange() async throws {
        let script = ScriptedLine()
        script.state.withLock {
            ($0.firmware.hardware, $0.firmware.label, $0.firmware.gyroscope, $0.firmware.rateCode) = (
                "64", "AX6", 0, 138
            )
        }
        let recorder = ScriptedRecorder(script)
        let outlet = Watcher { batches, _ in batches == 1 }
        let preview = preview { recorder }
        let task = Task { try await preview.run(delivering: outlet) }
        await #expect(throws: CancellationError.self) { try await task.value }
        let expected: Float = 4.0 / 32_768
        #expect(outlet.batches.withLock { $0.first?.values.first } == expected)
    }

    @Test func anUnpluggedRecorderIsWaitedForAndAnotherIsNotTaken() async throws {
        let other = ScriptedRecorder()
        other.script.state.withLock { $0.firmware.number = 777 }
        let looks = Mutex(0)
        let preview = preview {
            looks.withLock { count in
                count += 1
                return count > 3 ? other : nil
            }
        }
        let outlet = Watcher { _, interruptions in interruptions == 2 }
        let task = Task { try await preview.run(delivering: outlet) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(outlet.batches.withLock { $0.isEmpty })
        #expect(other.script.firmware.heard == ["ID"])
    }

    @Test func aStreamThatNobodyFetchesLosesLinesAndNoneIsMadeUp() async throws {
        var firmware = AxivityFirmware()
        firmware.receive(Array("\r\nSTREAM\r\n".utf8))
        firmware.pass(seconds: 10)
        #expect(firmware.lost > 0)
        let lines = String(decoding: firmware.drain(), as: UTF8.self).split(separator: "\r\n")
        #expect(lines.dropLast().allSatisfy { AxivityMotion(line: String($0)) != nil })
    }
}

@Suite struct AxivityFinderTests {
    private let tree = USBTree(root: "/nonexistent")
    private var recorder: USBDevice {
        USBDevice(
            path: "1-2", address: 5, vendor: 0x04D8, product: 0x0057, manufacturer: "Newcastle University",
            productName: "AX3 Composite Device 1.7", serial: "CWA17_12345",
            interfaces: [
                .init(number: 1, classCode: 2, subclass: 2, protocolCode: 1, endpoints: [0x82]),
                .init(number: 2, classCode: 10, subclass: 0, protocolCode: 0, endpoints: [0x03, 0x83]),
            ])
    }

    @Test func aRecorderIsFoundWithItsRecordingAndLost() throws {
        let volume = ScriptedRecorder()
        volume.record()
        let finder = AxivityFinder(tree: tree)
        var device = recorder
        device.nodes = [
            .init(kind: .block, path: "/dev/sda", interface: 0, label: "AX317_12345", mountPoint: volume.volume.path)
        ]
        guard case .found(let found)? = finder.told(.attached(device)).first else {
            Issue.record("nothing was found")
            return
        }
        #expect(found.id == "usb-axivity-12345" && found.bus == .usb && found.name == "AX3 12345")
        #expect(found.files == ["\(volume.volume.path)/CWA-DATA.CWA"])
        #expect(found.description?.isPreview == true)
        // There is no such device on this machine, which is said with what to do.
        #expect(found.obstacle?.isEmpty == false)
        guard case .lost("usb-axivity-12345")? = finder.told(.detached(path: "1-2")).first else {
            Issue.record("nothing was lost")
            return
        }
    }

    @Test func aDemonstrationBoardWithTheSameNumbersIsNoRecorder() {
        var device = recorder
        (device.manufacturer, device.productName, device.serial) = ("Microchip", "HID Demo", nil)
        #expect(AxivityFinder(tree: tree).told(.attached(device)).isEmpty)
        let loader = USBDevice(path: "1-2", address: 4, vendor: 0x04D8, product: 0x003C)
        #expect(AxivityFinder(tree: tree).told(.attached(loader)).isEmpty)
        #expect(loader.isAxivityLoader && !loader.isAxivity)
    }

    @Test func aSourceIsMadeOnlyForARecorder() throws {
        let finder = AxivityFinder(tree: tree)
        let known = FoundDevice(id: "usb-axivity-12345", bus: .usb, seen: Instant(nanoseconds: 0))
        #expect(try finder.source(for: known, choices: DeviceChoices()).device.id.rawValue == "axivity-12345")
        let other = FoundDevice(id: "usb-axivity-x", bus: .usb, seen: Instant(nanoseconds: 0))
        #expect(throws: Failure.self) { try finder.source(for: other, choices: DeviceChoices()) }
    }
}
