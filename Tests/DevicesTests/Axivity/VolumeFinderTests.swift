import Devices
import Signals
import Testing
import USB

@Suite struct VolumeFinderTests {
    private let folder = TestFolder()
    private let zip: [UInt8] =
        [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [7, 0, 0, 0] + Array("log.bin".utf8) + [1, 2, 3]

    private func stick(_ mountPoint: String?) -> USBDevice {
        USBDevice(
            path: "1-3", address: 9, vendor: 0x0781, product: 0x5567, serial: "4C53",
            nodes: [.init(kind: .block, path: "/dev/sdb1", interface: 0, label: "EXPORT 1", mountPoint: mountPoint)])
    }

    @Test func recordingsAreKnownByTheirContent() throws {
        ScriptedRecorder().record()
        folder.write("export/anything.dat", ScriptedRecorder().record())
        folder.write("holiday.cwa", Array("no recording at all".utf8))
        let content = try #require(VolumeContent(folder: folder.path))
        #expect(content.maker == .axivity)
        #expect(content.importable == ["\(folder.path)/export/anything.dat"])
    }

    @Test func anActiGraphZipIsKnownByItsMembers() throws {
        folder.write("a.gt3x", zip)
        #expect(VolumeContent(folder: folder.path)?.maker == .actiGraph)
        let other = TestFolder()
        other.write(
            "photos.zip", [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [5, 0, 0, 0] + Array("a.jpg".utf8))
        #expect(VolumeContent(folder: other.path) == nil)
    }

    @Test func anActiGraphDriveIsKnownOnlyWithItsMakersName() {
        folder.write("ACTIVITY.BIN", [1, 2, 3, 4])
        #expect(VolumeContent(folder: folder.path) == nil)
        folder.write("AUTORUN.INF", Array("[autorun]\r\nlabel=ActiGraph GT3X+\r\n".utf8))
        #expect(VolumeContent(folder: folder.path)?.maker == .actiGraph)
    }

    @Test func aGENEActivFileIsKnownByItsHeader() {
        folder.write("x.bin", Array("Device Identity\r\nDevice Unique Serial Code:012967\r\n".utf8))
        #expect(VolumeContent(folder: folder.path)?.maker == .geneActiv)
    }

    @Test func aVolumeIsOfferedOnceAndTakenBack() throws {
        folder.write("export/a.cwa", ScriptedRecorder().record())
        let finder = VolumeFinder(tree: USBTree(root: "/nonexistent"))
        #expect(finder.told(.attached(stick(nil))).isEmpty)
        guard case .found(let found)? = finder.told(.changed(stick(folder.path))).first else {
            Issue.record("nothing was found")
            return
        }
        #expect(found.id == "volume-export-1-4c53" && found.bus == .volume && found.files.count == 1)
        #expect(found.obstacle == nil)
        #expect(finder.told(.changed(stick(folder.path))).isEmpty)
        guard case .lost(found.id)? = finder.told(.changed(stick(nil))).first else {
            Issue.record("nothing was lost")
            return
        }
        #expect(finder.told(.detached(path: "1-3")).isEmpty)
        #expect(throws: Failure.self) { try finder.source(for: found, choices: DeviceChoices()) }
    }

    @Test func anEmptyStickIsNotOffered() {
        folder.write("readme.txt", Array("hello".utf8))
        let finder = VolumeFinder(tree: USBTree(root: "/nonexistent"))
        #expect(finder.told(.attached(stick(folder.path))).isEmpty)
        #expect(finder.told(.detached(path: "1-3")).isEmpty)
    }
}
