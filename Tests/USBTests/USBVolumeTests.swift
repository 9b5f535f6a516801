import Signals
import TestKit
import Testing
import USB

@Suite struct USBVolumeTests {
    private static let disk = "devices/usb1/1-2/1-2:1.0/host0/target0:0:0/0:0:0:0/block/sda"

    @Test func aVolumeThatSomebodyMountedIsTakenAsItIs() async throws {
        // Of this machine, so that the kernel's own table names it.
        let mount = try #require(MountTable.current().mounts.first)
        let fake = FakeTree()
        fake.plugInRecorder()
        fake.file("\(Self.disk)/dev", "\(mount.device)\n")
        let volume = try await USBVolume.open(
            deviceAt: "1-2", tree: USBTree(root: fake.root) { _ in nil }, clock: ManualClock())
        #expect(volume.mounting == .found && volume.path == mount.mountPoint && volume.node == "/dev/sda")
        // It stays: whoever mounted it takes it off.
        await volume.release()
        #expect(MountTable.current().mountPoint(of: mount.device) == mount.mountPoint)
    }

    @Test func aDeviceThatIsGoneIsToldAtOnce() async {
        let fake = FakeTree()
        fake.plugInRecorder()
        let tree = USBTree(root: fake.root) { _ in nil }
        let failure = await #expect(throws: Failure.self) {
            try await USBVolume.open(deviceAt: "1-9", tree: tree, clock: ManualClock())
        }
        #expect(failure?.code == .notFound && failure?.message.contains("USB 1-9") == true)
    }

    @Test func aVolumeIsWaitedForAndItsAbsenceTold() async throws {
        let fake = FakeTree()
        fake.plugInRecorder()
        fake.file("\(Self.disk)/size", "0\n")
        let (tree, clock) = (USBTree(root: fake.root) { _ in nil }, ManualClock())
        let task = Task { try await USBVolume.open(deviceAt: "1-2", tree: tree, patience: 1, clock: clock) }
        for _ in 0..<4 {
            while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
            clock.advance(bySeconds: 0.25)
        }
        let failure = await #expect(throws: Failure.self) { try await task.value }
        #expect(failure?.code == .notFound && failure?.message.contains("shows no volume") == true)
    }

    @Test func theWaitForAVolumeCanBeEnded() async throws {
        let fake = FakeTree()
        fake.plugInRecorder()
        fake.file("\(Self.disk)/size", "0\n")
        let (tree, clock) = (USBTree(root: fake.root) { _ in nil }, ManualClock())
        let task = Task { try await USBVolume.open(deviceAt: "1-2", tree: tree, clock: clock) }
        while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
