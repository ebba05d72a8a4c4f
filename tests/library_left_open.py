"""Names of the homes in `wend.source.library` of which nobody has said anything yet.

They are treated as `wend.source.library.fact` says of a name that is in no fact. Whoever finds out
what one of them does moves it to the fact that says so.
"""

from __future__ import annotations

from wend.source.library.fact import Fact

LEFT_OPEN = Fact({
    "abc": "ABCMeta abstractclassmethod abstractproperty abstractstaticmethod get_cache_token"
    " update_abstractmethods",
    "array.array": "buffer_info count index itemsize tobytes tofile tolist tounicode typecode",
    "bisect": "bisect bisect_left bisect_right",
    "builtins": "aiter breakpoint frozendict memoryview sentinel",
    "collections": "ChainMap UserDict UserList UserString",
    "collections.ChainMap": "copy fromkeys get items keys new_child parents values",
    "collections.Counter": "copy elements fromkeys get items keys most_common total values",
    "collections.OrderedDict": "copy fromkeys get items keys values",
    "collections.defaultdict": "copy default_factory fromkeys get items keys values",
    "collections.deque": "copy count index maxlen",
    "contextlib": "AbstractAsyncContextManager AbstractContextManager AsyncExitStack"
    " ContextDecorator ExitStack aclosing chdir closing nullcontext redirect_stderr"
    " redirect_stdout suppress",
    "copy": "replace",
    "csv": "Dialect DictWriter Sniffer excel excel_tab field_size_limit get_dialect list_dialects"
    " register_dialect unix_dialect unregister_dialect writer",
    "ctypes": "ARRAY Array BigEndianStructure BigEndianUnion CDLL CFUNCTYPE CField LibraryLoader"
    " LittleEndianStructure LittleEndianUnion POINTER PYFUNCTYPE PyDLL SetPointerType Structure"
    " Union alignment c_bool c_buffer c_byte c_char c_char_p c_double c_double_complex c_float"
    " c_float_complex c_int c_int16 c_int32 c_int64 c_int8 c_long c_longdouble"
    " c_longdouble_complex c_longlong c_short c_size_t c_ssize_t c_time_t c_ubyte c_uint c_uint16"
    " c_uint32 c_uint64 c_uint8 c_ulong c_ulonglong c_ushort c_void_p c_voidp c_wchar c_wchar_p"
    " cast create_string_buffer create_unicode_buffer get_errno memoryview_at py_object resize"
    " set_errno sizeof string_at wstring_at",
    "dataclasses": "Field InitVar asdict astuple fields is_dataclass make_dataclass replace",
    "datetime": "tzinfo",
    "decimal": "Context DecimalTuple IEEEContext",
    "enum": "EnumCheck EnumDict EnumMeta EnumType FlagBoundary ReprEnum bin global_enum"
    " global_enum_repr global_flag_repr global_str member nonmember pickle_by_enum_name"
    " pickle_by_global_name property show_flag_values verify",
    "functools": "cmp_to_key partial partialmethod reduce singledispatch singledispatchmethod"
    " update_wrapper",
    "gc": "collect disable enable freeze get_count get_debug get_freeze_count get_objects"
    " get_referents get_referrers get_stats get_threshold is_finalized is_tracked set_debug"
    " set_threshold unfreeze",
    "getpass": "getpass",
    "glob": "escape translate",
    "heapq": "merge nlargest nsmallest",
    "importlib": "__import__ invalidate_caches",
    "importlib.util": "LazyLoader Loader cache_from_source decode_source module_for_loader"
    " module_from_spec resolve_name set_loader set_package source_from_cache source_hash"
    " spec_from_file_location spec_from_loader",
    "inspect": "ArgInfo Arguments Attribute BlockFinder BoundArguments BufferFlags ClosureVars"
    " isawaitable isclass iscoroutine isfunction isgenerator ismethod ismodule isroutine"
    " FrameInfo FullArgSpec Parameter Signature Traceback classify_class_attrs cleandoc"
    " formatannotation formatannotationrelativeto formatargvalues get_annotations getabsfile"
    " getargs getargvalues getasyncgenlocals getasyncgenstate getblock getcallargs getclasstree"
    " getclosurevars getcomments getcoroutinelocals getcoroutinestate getfullargspec"
    " getgeneratorlocals getgeneratorstate getinnerframes getlineno getmodule getmodulename getmro"
    " getouterframes indentsize isabstract isasyncgen isasyncgenfunction isbuiltin iscode"
    " iscoroutinefunction isdatadescriptor isframe isgeneratorfunction isgetsetdescriptor"
    " ismemberdescriptor ismethoddescriptor ismethodwrapper ispackage istraceback"
    " markcoroutinefunction signature trace unwrap walktree",
    "io.BytesIO": "close closed detach fileno flush getbuffer getvalue isatty read read1 readable"
    " readline readlines seek seekable tell truncate writable writelines",
    "io.StringIO": "close closed detach encoding errors fileno flush getvalue isatty line_buffering"
    " newlines read readable readline readlines seek seekable tell truncate writable writelines",
    "io.TextIOWrapper": "buffer close closed detach encoding errors fileno flush line_buffering"
    " name newlines read readable readline readlines reconfigure seek seekable tell truncate"
    " writable write_through writelines",
    "json": "JSONDecoder JSONEncoder dump dumps",
    "locale": "atof atoi currency format format_string getdefaultlocale getencoding normalize"
    " resetlocale setlocale str strcoll strxfrm",
    "logging": "BufferingFormatter FileHandler Filter Formatter Handler LogRecord Logger"
    " LoggerAdapter NullHandler StreamHandler addLevelName basicConfig captureWarnings critical"
    " debug disable error exception fatal getHandlerByName getHandlerNames getLevelName"
    " getLevelNamesMapping getLogRecordFactory getLoggerClass info log makeLogRecord"
    " setLogRecordFactory setLoggerClass shutdown warn warning",
    "logging.Logger": "addFilter addHandler callHandlers fatal filter findCaller getChild"
    " getChildren handle hasHandlers makeRecord manager removeFilter removeHandler root",
    "operator": "abs add and_ call concat contains countOf eq floordiv ge getitem gt index indexOf"
    " inv invert is_ is_none is_not is_not_none le length_hint lshift lt matmul mod mul ne neg"
    " not_ or_ pos pow rshift sub truediv truth xor",
    "os.path": "commonpath commonprefix isabs normcase relpath sameopenfile samestat split"
    " splitdrive splitext splitroot",
    "pathlib": "PureWindowsPath WindowsPath",
    "pathlib.Path": "anchor as_posix as_uri chmod copy copy_into drive from_uri full_match group"
    " hardlink_to info is_absolute is_relative_to is_reserved joinpath lchmod link_to match mkdir"
    " move move_into name parent parents parser parts relative_to rename replace rmdir root stem"
    " suffix suffixes symlink_to touch unlink walk with_name with_segments with_stem with_suffix"
    " write_bytes write_text",
    "pkgutil": "ImpImporter ImpLoader ModuleInfo extend_path find_loader get_data get_importer"
    " get_loader iter_importers iter_modules read_code walk_packages",
    "platform": "AndroidVer IOSVersionInfo android_ver architecture freedesktop_os_release"
    " invalidate_caches ios_ver java_ver libc_ver mac_ver machine node processor python_branch"
    " python_build python_compiler python_implementation python_revision python_version"
    " python_version_tuple release system system_alias uname uname_result version win32_edition"
    " win32_is_iot win32_ver",
    "property": "fdel fget fset",
    "queue.Queue": "empty full join put_nowait qsize shutdown task_done",
    "random": "Random SystemRandom getstate seed setstate",
    "random.Random": "VERSION getstate seed setstate",
    "re": "Match Pattern RegexFlag escape fullmatch match prefixmatch purge search split sub subn"
    " template",
    "shutil": "chown copy copy2 copyfile copyfileobj copymode copystat copytree get_archive_formats"
    " get_terminal_size get_unpack_formats ignore_patterns make_archive move"
    " register_archive_format register_unpack_format rmtree unpack_archive"
    " unregister_archive_format unregister_unpack_format",
    "signal": "Handlers Sigmasks Signals alarm default_int_handler getitimer pause"
    " pidfd_send_signal pthread_kill pthread_sigmask raise_signal set_wakeup_fd setitimer"
    " siginterrupt signal sigpending sigtimedwait sigwait sigwaitinfo strsignal struct_siginfo"
    " valid_signals",
    "socket": "AddressFamily CMSG_LEN CMSG_SPACE SocketKind SocketType close create_connection"
    " create_server dup fromfd getaddrinfo getdefaulttimeout getfqdn gethostbyaddr gethostbyname"
    " gethostbyname_ex getnameinfo getprotobyname getservbyname getservbyport has_dualstack_ipv6"
    " htonl htons if_indextoname if_nameindex if_nametoindex inet_aton inet_ntoa inet_ntop"
    " inet_pton ntohl ntohs recv_fds send_fds setdefaulttimeout sethostname socket socketpair",
    "socket.socket": "accept bind close connect connect_ex detach dup family fileno get_inheritable"
    " getblocking getpeername getsockname getsockopt gettimeout listen makefile proto recv"
    " recvfrom recvmsg recvmsg_into send sendall sendfile sendmsg sendmsg_afalg sendto"
    " set_inheritable setblocking setsockopt settimeout shutdown timeout type",
    "string.Formatter": "check_unused_args convert_field format format_field get_value parse"
    " vformat",
    "struct": "calcsize iter_unpack pack unpack unpack_from",
    "tempfile": "NamedTemporaryFile SpooledTemporaryFile TemporaryDirectory TemporaryFile"
    " gettempdirb gettempprefix gettempprefixb mkdtemp mkstemp mktemp",
    "threading": "Barrier BoundedSemaphore Condition Event ExceptHookArgs Lock RLock Semaphore"
    " Thread Timer concurrent_tee enumerate excepthook get_native_id getprofile gettrace local"
    " main_thread serialize_iterator setprofile setprofile_all_threads settrace"
    " settrace_all_threads stack_size synchronized_iterator",
    "threading.Lock": "acquire acquire_lock locked_lock release release_lock",
    "traceback": "FrameSummary StackSummary TracebackException clear_frames format_exception_only"
    " format_list print_last print_list",
    "types": "AsyncGeneratorType BuiltinFunctionType BuiltinMethodType CapsuleType CellType"
    " ClassMethodDescriptorType CodeType CoroutineType DynamicClassAttribute EllipsisType"
    " FrameLocalsProxyType FrameType FunctionType GeneratorType GenericAlias GetSetDescriptorType"
    " LambdaType LazyImportType MemberDescriptorType MethodDescriptorType MethodType"
    " MethodWrapperType ModuleType NoneType NotImplementedType SimpleNamespace TracebackType"
    " UnionType WrapperDescriptorType coroutine get_original_bases new_class prepare_class"
    " resolve_bases",
    "types.CoroutineType": "close cr_await cr_code cr_frame cr_origin cr_running cr_state"
    " cr_suspended throw",
    "types.GeneratorType": "close gi_code gi_frame gi_running gi_state gi_suspended gi_yieldfrom"
    " throw",
    "uuid": "SafeUUID bytes_ getnode int_ main uuid3 uuid5 uuid6 uuid7 uuid8",
    "warnings": "catch_warnings deprecated filterwarnings formatwarning resetwarnings showwarning"
    " simplefilter warn_explicit",
    "zoneinfo": "available_timezones reset_tzpath",
})  # fmt: skip
"""Functions, methods and attributes of which nothing is known."""
