import Signals
import Synchronization

/// Rows of an export in order: all in memory, or read again part by part whenever they are gone through, so that those of
/// weeks never lie in memory together.
///
/// Reading may fail in the middle of going through, which only ends it: ``check()`` tells afterwards.
package struct ExportSeries<Row: Hashable & Sendable>: Sequence, Sendable {
    fileprivate enum Storage: Sendable {
        case rows([Row])
        case parts(Parts)
    }

    /// Parts to be read, and what is known of them by now.
    fileprivate final class Parts: Sendable {
        struct State {
            var count: Int?
            var fault: (any Error)?
        }

        let read: @Sendable (_ index: Int) throws -> [Row]?
        let isUnchanged: @Sendable () throws -> Bool
        let state = Mutex(State())

        init(
            read: @escaping @Sendable (_ index: Int) throws -> [Row]?,
            isUnchanged: @escaping @Sendable () throws -> Bool
        ) {
            self.read = read
            self.isUnchanged = isUnchanged
        }

        /// A part; nil after the last one, and after a fault.
        func part(_ index: Int) -> [Row]? {
            do { return try read(index) } catch {
                state.withLock { $0.fault = $0.fault ?? error }
                return nil
            }
        }

        /// All were gone through: all that there were, and as many as the time before, or something was changed meanwhile.
        func ended(after count: Int) {
            let isSame = Result { try isUnchanged() }
            state.withLock { state in
                guard state.fault == nil else { return }
                switch isSame {
                case .failure(let error): state.fault = error
                case .success(let isSame):
                    guard isSame, state.count == nil || state.count == count else {
                        state.fault = Failure(
                            .conflict, "What is exported was changed while it was read. Export it again.")
                        return
                    }
                    state.count = count
                }
            }
        }
    }

    private let storage: Storage

    /// Rows in memory.
    package init(_ rows: [Row]) { storage = .rows(rows) }

    /// Rows that are read when they are gone through.
    /// - Parameters:
    ///   - read: gives the rows of the part of an index, counted from 0; nil after the last part. Called as often as the
    ///     rows are gone through; each time with the same rows.
    ///   - isUnchanged: whether all rows were there until now; asked after the last part. Rows that went meanwhile cannot
    ///     be told from an end where they are gone through once.
    package init(
        parts read: @escaping @Sendable (_ index: Int) throws -> [Row]?,
        isUnchanged: @escaping @Sendable () throws -> Bool = { true }
    ) {
        storage = .parts(Parts(read: read, isUnchanged: isUnchanged))
    }

    /// How many rows there are; goes through them the first time.
    package var count: Int {
        switch storage {
        case .rows(let rows): return rows.count
        case .parts(let parts):
            if let known = parts.state.withLock({ $0.count }) { return known }
            var count = 0
            for _ in self { count += 1 }
            return count
        }
    }

    /// Whether there are no rows.
    package var isEmpty: Bool { first == nil }

    /// The first row.
    package var first: Row? { first { _ in true } }

    /// - Throws: what reading has failed with; `Failure` with code `conflict` when the rows were changed meanwhile.
    package func check() throws {
        guard case .parts(let parts) = storage, let fault = parts.state.withLock({ $0.fault }) else { return }
        throw fault
    }

    /// An iterator over the rows.
    package struct Iterator: IteratorProtocol {
        private let storage: Storage
        private var rows: [Row]
        private var place = 0
        private var part = 0
        private var gone = 0

        fileprivate init(_ storage: Storage) {
            self.storage = storage
            if case .rows(let rows) = storage { self.rows = rows } else { rows = [] }
        }

        /// The next row; nil at the end.
        package mutating func next() -> Row? {
            while place == rows.count {
                guard case .parts(let parts) = storage, part >= 0 else { return nil }
                gone += rows.count
                guard let more = parts.part(part) else {
                    part = -1
                    parts.ended(after: gone)
                    return nil
                }
                (rows, place, part) = (more, 0, part + 1)
            }
            defer { place += 1 }
            return rows[place]
        }
    }

    /// An iterator at the first row.
    package func makeIterator() -> Iterator { Iterator(storage) }
}

extension ExportSeries: ExpressibleByArrayLiteral {
    /// Rows in memory.
    package init(arrayLiteral elements: Row...) { self.init(elements) }
}

extension ExportSeries: Hashable {
    /// Whether both have the same rows.
    package static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

    /// Hashes every row.
    package func hash(into hasher: inout Hasher) { for row in self { hasher.combine(row) } }
}
