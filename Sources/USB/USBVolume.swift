import CLinux
import Glibc
package import Runtime
import Signals

/// The mounted volume of a USB device. It is only ever mounted for reading; what this process mounted itself it takes off
/// again.
package final class USBVolume: Sendable {
    /// What mounted a volume.
    package enum Mounting: String, Hashable, Sendable {
        /// Somebody else: the desktop, a unit of systemd, a person.
        case found
        /// This process, as root.
        case own
        /// udisks2, asked by this process.
        case udisks
    }

    /// The mount point.
    package let path: String
    /// The path of the block device.
    package let node: String
    /// What mounted it.
    package let mounting: Mounting

    private init(path: String, node: String, mounting: Mounting) {
        self.path = path
        self.node = node
        self.mounting = mounting
    }

    /// The volume of the device at `path` on the bus. One that is not mounted yet is waited for, since rules may be about
    /// to do it, then mounted if this account can.
    /// - Parameters:
    ///   - path: bus and ports.
    ///   - tree: where the bus is looked at.
    ///   - seconds: how long to wait for the volume and for others to mount it.
    ///   - clock: what is waited on.
    /// - Throws: `Failure` with the one thing to do when there is no way; `CancellationError`.
    package static func open(
        deviceAt path: String, tree: USBTree = USBTree(), patience seconds: Double = 10,
        clock: any HostClock = WallClock()
    ) async throws -> USBVolume {
        let begun = clock.elapsed
        var node: USBNode?
        repeat {
            guard let device = tree.device(at: path) else {
                throw Failure(.notFound, "Nothing is plugged in at USB \(path) any more.")
            }
            if let mounted = device.blockNodes.first(where: { $0.mountPoint != nil }), let point = mounted.mountPoint {
                return USBVolume(path: point, node: mounted.path, mounting: .found)
            }
            // The last one is the partition where there are partitions.
            node = device.blockNodes.last
            if node != nil, geteuid() == 0 { break }
            try await clock.wait(seconds: 0.25)
        } while clock.elapsed - begun < .seconds(seconds)
        guard let node else {
            throw Failure(
                .notFound,
                "The device at USB \(path) shows no volume. Unplug it, wait for a moment and plug it in again.")
        }
        if geteuid() == 0 { return try mountOwn(node) }
        if let volume = try await mountByUdisks(node, path, tree) { return volume }
        throw Failure(
            .notPermitted,
            "The volume on \(node.path) is not mounted. Install Nightjar's rules with `make install`, which mount recorders "
                + "for reading when they are plugged in, or run `sudo mount -o ro \(node.path) /mnt`.")
    }

    /// Takes it off again when this process mounted it.
    package func release() async {
        switch mounting {
        case .found: break
        case .own:
            nj_unmount(path)
            rmdir(path)
        case .udisks:
            guard let program = ProgramRun.path(of: "udisksctl") else { return }
            _ = try? await ProgramRun.run(program, ["unmount", "--no-user-interaction", "-b", node])
        }
    }

    private static func mountOwn(_ node: USBNode) throws -> USBVolume {
        let name = (node.label ?? String(node.path.dropFirst(5))).map {
            $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-"
        }
        var folder = ""
        for part in ["run", "nightjar", "volumes", String(name)] {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        for type in ["vfat", "exfat", "ntfs3", "ext4"] where nj_mount_read_only(node.path, folder, type) == 0 {
            return USBVolume(path: folder, node: node.path, mounting: .own)
        }
        let error = SystemError(errno, "mount", node.path)
        rmdir(folder)
        throw Failure(error, "The volume on \(node.path) cannot be mounted", as: .failed)
    }

    private static func mountByUdisks(_ node: USBNode, _ path: String, _ tree: USBTree) async throws -> USBVolume? {
        guard let program = ProgramRun.path(of: "udisksctl") else { return nil }
        let run = try await ProgramRun.run(program, ["mount", "--no-user-interaction", "-o", "ro", "-b", node.path])
        guard run.code == 0,
            let point = tree.device(at: path)?.blockNodes.first(where: { $0.path == node.path })?.mountPoint
        else { return nil }
        return USBVolume(path: point, node: node.path, mounting: .udisks)
    }
}
