import CZip
import Glibc
import Signals

/// A zip archive whose members are read one by one: what some recorders call a recording.
///
/// An archive without its directory, because it was cut, is searched for members from the front.
final class ZipMembers {
    /// Names of the members, without folders, as written.
    let names: [String]
    /// Whether the archive's own directory is missing, so that the members were searched for.
    let isSalvaged: Bool
    private let file: RecordingFile
    private let archive: OpaquePointer?
    private let salvaged: [ZipSalvage.Member]

    /// Members that an archive may have; a recording has fewer than ten.
    private static let memberLimit = 10_000

    /// Opens `file`.
    /// - Throws: `Failure` when no member can be found in it.
    init(_ file: RecordingFile) throws {
        self.file = file
        let descriptor = try file.duplicateDescriptor()
        var code: Int32 = 0
        if let archive = zip_fdopen(descriptor, 0, &code) {
            self.archive = archive
            salvaged = []
            let count = min(Self.memberLimit, Int(max(0, zip_get_num_entries(archive, 0))))
            names = (0..<count).map { index in
                zip_get_name(archive, UInt64(index), 0).map { Self.last(String(cString: $0)) } ?? ""
            }
        } else {
            Glibc.close(descriptor)
            archive = nil
            salvaged = try ZipSalvage.members(of: file)
            names = salvaged.map { Self.last($0.name) }
        }
        isSalvaged = archive == nil
        guard !names.isEmpty else {
            throw Failure(
                .failed,
                "\(file.name) is a damaged archive: no file can be found in it. Copy it from the recorder again.")
        }
    }

    deinit { if let archive { zip_discard(archive) } }

    /// Whether there is a member called `name`, in any case.
    func contains(_ name: String) -> Bool { index(of: name) != nil }

    /// A reader at the start of the first member called `name`, in any case; nil when there is none.
    /// - Throws: `Failure` when libzip cannot read it: encrypted, or packed in an unknown way.
    func reader(of name: String) throws -> (any MemberReader)? {
        guard let index = index(of: name) else { return nil }
        let limit = UnpackBudget.limit(packed: file.size, limit: RecordingFile.unpackLimit)
        guard let archive else { return LimitedMember(try SalvagedMember(salvaged[index], of: file), limit: limit) }
        var about = zip_stat_t()
        let isDeflated =
            zip_stat_index(archive, UInt64(index), 0, &about) == 0 && about.valid & UInt64(ZIP_STAT_CRC) != 0
            && about.comp_method == UInt16(ZIP_CM_DEFLATE) && about.encryption_method == UInt16(ZIP_EM_NONE)
        let flags = isDeflated ? zip_flags_t(ZIP_FL_COMPRESSED) : 0
        guard let entry = zip_fopen_index(archive, UInt64(index), flags) else {
            throw Failure(
                .failed, "\(name) in \(file.name) cannot be unpacked: \(String(cString: zip_strerror(archive))).")
        }
        let stored = StoredMember(entry, of: self)
        return LimitedMember(isDeflated ? try DeflatedMember(stored, sum: about.crc) : stored, limit: limit)
    }

    /// The bytes of a small member; nil when there is none.
    /// - Throws: `Failure` when it has more than `limit` bytes.
    func bytes(of name: String, limit: Int = 1 << 20) throws -> [UInt8]? {
        guard let reader = try reader(of: name) else { return nil }
        guard let bytes = try reader.all(limit: limit) else {
            throw Failure(.failed, "\(name) in \(file.name) has more than \(limit) bytes, which no recorder writes.")
        }
        return bytes
    }

    private func index(of name: String) -> Int? { names.firstIndex { $0.lowercased() == name } }

    private static func last(_ path: String) -> String {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    }
}
