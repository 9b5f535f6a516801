import Glibc
import Runtime
import Signals
package import Store
import Synchronization

extension Gateway {
    /// Whether the whole store is a demonstration's.
    package var isDemo: Bool { madeUp.withLock(\.isDemo) }

    /// What the owner must be told about the store.
    package var notices: [String] {
        let madeUp = madeUp.withLock(\.self)
        guard !madeUp.isDemo, !madeUp.devices.isEmpty else { return store.notices }
        let nights = "\(madeUp.nights.count) night\(madeUp.nights.count == 1 ? "" : "s")"
        return store.notices + [
            "A demonstration has left \(nights) of made-up wearers among your own data in \(configuration.folder). Take them out with: "
                + "nightjar demo remove --data \(configuration.folder)"
        ]
    }

    /// Deletes what a demonstration has left among a person's own data.
    /// - Returns: what that was.
    /// - Throws: `Failure` with code `notFound` where nothing is made up, `conflict` where the whole store is a
    ///   demonstration's, or when the store cannot be changed; then nothing was deleted.
    package func removeMadeUp() throws -> MadeUpContent {
        let found = try store.madeUp()
        guard !found.isDemo else {
            throw Failure(
                .conflict,
                "All of this store is a demonstration's. Stop the gateway and throw it away as a whole: nightjar demo remove "
                    + "--data \(configuration.folder)")
        }
        guard !found.devices.isEmpty else {
            throw Failure(.notFound, "Nothing in this store is made up.")
        }
        let gone = try store.eraseMadeUp()
        let left = try store.madeUp()
        madeUp.withLock { $0 = left }
        removeExports(of: gone)
        bus.publish(.nights(gone.nights, of: nil))
        return gone
    }

    /// Removes the files that ``DemoNight`` wrote of nights.
    private func removeExports(of gone: MadeUpContent) {
        let folder = "\(configuration.folder)/exports"
        let labels = gone.nights.flatMap { date in gone.devices.map { "night-\(date)-\($0.rawValue)." } }
        for name in FolderTree.names(in: folder) ?? [] where labels.contains(where: name.hasPrefix) {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }
}
