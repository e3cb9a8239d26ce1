@_exported import FileAccess
@_exported import LogFormats
@_exported import LogTables
