import Testing
import USB

@Suite struct MountTableTests {
    @Test func mountsAreFoundByTheirDevice() {
        let table = MountTable(
            text: """
                22 1 0:21 / / rw,relatime - overlay overlay rw
                36 35 8:0 / /run/media/me/AX317_12345 ro,nosuid shared:7 master:1 - vfat /dev/sda rw,fmask=0022
                """)
        #expect(table.mountPoint(of: "8:0") == "/run/media/me/AX317_12345")
        #expect(table.mounts.map(\.isReadOnly) == [false, true])
        #expect(table.mounts.last?.type == "vfat")
        #expect(table.mountPoint(of: "8:1") == nil)
    }

    @Test func escapesInPathsAreUndone() {
        let table = MountTable(text: #"36 35 8:17 / /media/my\040disk\134x rw - vfat /dev/sdb1 rw"#)
        #expect(table.mountPoint(of: "8:17") == #"/media/my disk\x"#)
    }

    @Test func linesOfAnotherShapeArePassedOver() {
        #expect(MountTable(text: "\n- - -\n36 35\n1 2 3 4 5 6 7\n1 2 3 4 5 -\n").mounts.isEmpty)
    }
}
