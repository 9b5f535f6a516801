import Devices
import Signals

extension Gateway {
    /// Takes in the recordings that lie on a device's volume, as far as a finder saw them.
    /// - Throws: `Failure` with code `notFound` when there is no such device or nothing on it.
    package func bring(filesOf id: String) async throws -> [ImportStatus] {
        let entry = try devices.entry(id)
        guard let files = entry.found?.files, entry.isNear, !files.isEmpty else {
            throw Failure(.notFound, "There is no recording on \(entry.name) that can be imported.")
        }
        var imports: [ImportStatus] = []
        for file in files { imports.append(try await self.imports.bring(file, zone: configuration.zone)) }
        return imports
    }
}
